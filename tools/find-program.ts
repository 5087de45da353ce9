import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Whether a path is a program that this user may run. */
export function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** The folders programs are looked up in. */
export function programFolders(): string[] {
  return (process.env.PATH ?? '').split(delimiter).filter(Boolean);
}

/** Finds the first of several programs by name in the folders programs are looked up in. */
export function findProgram(names: readonly string[]): string | undefined {
  return names.flatMap((name) => programFolders().map((folder) => join(folder, name))).find(isProgram);
}
