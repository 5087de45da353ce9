import { create } from 'zustand';
import type { ImportFile } from './import-request.ts';

/** What is to be imported: a file that has to be JSON, or texts. */
export const useAskedImport = create<{ asked: File | readonly ImportFile[] | null }>(() => ({ asked: null }));

/** Opens the import with these, from wherever. */
export function askImport(asked: File | readonly ImportFile[]): void {
  useAskedImport.setState({ asked });
}

/** Reads chosen or dropped files and opens the import with them. */
export async function askImportOf(files: readonly File[]): Promise<void> {
  const read = files.map(async (file) => ({
    name: file.name.slice(0, 300),
    text: (await file.text()).replace(/^\uFEFF/, ''),
  }));
  if (read.length > 0) askImport(await Promise.all(read));
}

export function forgetImport(): void {
  useAskedImport.setState({ asked: null });
}
