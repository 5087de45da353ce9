import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { findProgram, isProgram } from '../find-program.ts';
import { repositoryRoot } from '../repository-root.ts';
import { runProcess } from '../run-process.ts';

const cache = join(repositoryRoot, 'node_modules/.cache/debian');

/**
 * A program of this machine, else out of a Debian package that is unpacked and not installed: nothing of it is started
 * or set up. Undefined where there is neither.
 */
export async function unpackDebianProgram(name: string, debianPackage: string): Promise<string | undefined> {
  const installed = findProgram([name]);
  if (installed) return installed;
  const folder = join(cache, debianPackage);
  if (!existsSync(folder) && !(await unpack(debianPackage, folder))) return undefined;
  return ['usr/bin', 'usr/sbin'].map((place) => join(folder, place, name)).find(isProgram);
}

async function unpack(debianPackage: string, folder: string): Promise<boolean> {
  if (!findProgram(['apt-get']) || !findProgram(['dpkg-deb'])) return false;
  mkdirSync(cache, { recursive: true });
  const work = mkdtempSync(join(cache, 'part-'));
  try {
    const options = { cwd: work, isCaptured: true } as const;
    if ((await runProcess('apt-get', ['download', debianPackage], options)).code !== 0) return false;
    const [file] = readdirSync(work).filter((one) => one.endsWith('.deb'));
    if (!file || (await runProcess('dpkg-deb', ['-x', file, 'files'], options)).code !== 0) return false;
    renameSync(join(work, 'files'), folder);
    return true;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}
