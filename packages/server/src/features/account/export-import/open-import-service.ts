import { once } from '../../../platform/once.ts';
import type { ImportParts, ImportService } from './import.ts';

/** Imports files; what reads and writes them is loaded with the first file. */
export function openImportService(parts: ImportParts): ImportService {
  const service = once(async () => (await import('./import.ts')).createImportService(parts));
  return {
    inspect: async (...given) => (await service()).inspect(...given),
    import: async (...given) => (await service()).import(...given),
    finish: async (...given) => (await service()).finish(...given),
  };
}
