import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { join } from 'node:path';

/** Where systems install programs; the rest of a person's PATH is ignored. */
const folders = ['/usr/bin', '/usr/local/bin', '/opt/homebrew/bin', '/opt/local/bin'];
const modelFolders = ['/usr/share', '/usr/local/share', '/opt/homebrew/share', '/opt/local/share'];
const found = new Map<string, string>();

/** The allowed programs, by name. */
type LocalProgram = 'flite' | 'espeak-ng' | 'pocketsphinx_continuous';

/** The path of a program; undefined while it is not installed. A found path is cached. */
export function findLocalProgram(name: LocalProgram): Promise<string | undefined> {
  return findFirst(
    name,
    folders.map((folder) => join(folder, name)),
    constants.X_OK,
  );
}

/** The folder of the recognizer's model of American English. */
export function findEnglishModel(): Promise<string | undefined> {
  return findFirst(
    'model',
    modelFolders.map((folder) => join(folder, 'pocketsphinx', 'model', 'en-us')),
    constants.R_OK,
  );
}

async function findFirst(name: string, paths: readonly string[], mode: number): Promise<string | undefined> {
  const known = found.get(name);
  if (known) return known;
  for (const path of paths) {
    const isThere = await access(path, mode).then(
      () => true,
      () => false,
    );
    if (!isThere) continue;
    found.set(name, path);
    return path;
  }
  return undefined;
}
