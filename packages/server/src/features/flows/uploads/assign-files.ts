import { AppError } from '@tendril/contract/app-error';
import { endingOf } from '../../../platform/files/file-name.ts';
import type { TakenFile } from '../../../platform/files/take-file.ts';
import type { FileLoader } from './upload-rules.ts';

/**
 * Assigns files to the loaders that accept their type, as values of the loaders' file parameters by node. Throws
 * UNSUPPORTED_MEDIA_TYPE for a file that no loader accepts.
 */
export function assignFiles(
  files: readonly Pick<TakenFile, 'name'>[],
  loaders: readonly FileLoader[],
): Record<string, Record<string, string>> {
  const names = new Map<FileLoader, string[]>();
  for (const { name } of files) {
    const loader = loaderFor(name, loaders);
    if (!loader) throw refused(name, loaders);
    names.set(loader, [...(names.get(loader) ?? []), name]);
  }
  const values: Record<string, Record<string, string>> = {};
  for (const [{ node, param }, list] of names)
    values[param] = { ...values[param], [node.id]: `FILE-STORAGE::${JSON.stringify(list)}` };
  return values;
}

/** The loader for a file of this name: one that lists its extension before one that accepts everything. */
export function loaderFor(name: string, loaders: readonly FileLoader[]): FileLoader | undefined {
  const ending = endingOf(name);
  return (
    loaders.find(({ fileTypes }) => ending !== '' && fileTypes.includes(ending)) ??
    loaders.find(({ fileTypes }) => fileTypes.includes('*'))
  );
}

function refused(name: string, loaders: readonly FileLoader[]): AppError {
  const taken = [...new Set(loaders.flatMap(({ fileTypes }) => fileTypes))].join(', ');
  const what = taken ? `They take ${taken}.` : 'None of them takes files.';
  return new AppError('UNSUPPORTED_MEDIA_TYPE', `No document loader of the flow accepts "${name}". ${what}`);
}
