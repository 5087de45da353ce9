import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

const unbuiltFolders = new Set(['node_modules', 'dist']);
const unbuiltFile = /\.test\.tsx?$/;

/** Hashes the content of a few small files of a folder; a missing one counts as empty. */
export function contentFingerprint(folder, names) {
  const hash = createHash('sha256');
  for (const name of names) {
    const file = join(folder, name);
    hash.update(`\0${name}\0`).update(existsSync(file) ? readFileSync(file) : '');
  }
  return hash.digest('hex');
}

/** Hashes names, sizes and times of all files below some paths without reading them: milliseconds for hundreds of files. */
export function statFingerprint(paths) {
  const hash = createHash('sha256');
  const visit = (path) => {
    const status = statSync(path, { throwIfNoEntry: false });
    if (!status) return;
    if (!status.isDirectory()) {
      hash.update(`${path}\0${status.size}\0${status.mtimeMs}\0`);
      return;
    }
    for (const name of readdirSync(path).sort()) {
      if (!unbuiltFolders.has(name) && !unbuiltFile.test(name)) visit(join(path, name));
    }
  };
  for (const path of paths) visit(path);
  return hash.digest('hex');
}
