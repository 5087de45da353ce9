import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { privateFolder } from './launch/folders.mjs';
import { runNpm } from './launch/npm.mjs';

const block = 512;

/** One file of a registry package, downloaded without its dependencies. Throws when it does not exist. */
export function readPackedFile(name: string, version: string, path: string): Buffer {
  const found = filesOf(provideArchive(name, version)).get(`package/${path}`);
  if (!found) throw new Error(`${name} ${version} has no ${path}.`);
  return found;
}

function provideArchive(name: string, version: string): Buffer {
  const folder = join(privateFolder, 'packages', `${name.replace('/', '-')}-${version}.packed`);
  const find = () =>
    existsSync(folder) ? readdirSync(folder).find((file) => file.endsWith('.tgz')) : undefined;
  if (!find()) {
    mkdirSync(folder, { recursive: true });
    const isFetched = runNpm(
      process.execPath,
      ['pack', `${name}@${version}`, '--ignore-scripts'],
      folder,
      true,
    );
    if (!isFetched) throw new Error(`${name} ${version} could not be fetched.`);
  }
  return gunzipSync(readFileSync(join(folder, find() ?? '')));
}

/** The files of a tar archive by their names. */
function filesOf(archive: Buffer): Map<string, Buffer> {
  const files = new Map<string, Buffer>();
  for (let at = 0; at + block <= archive.length; ) {
    const text = (start: number, length: number) =>
      archive.toString('utf8', at + start, at + start + length).replace(/\0.*$/s, '');
    const name = text(0, 100);
    if (!name) break;
    const size = Number.parseInt(text(124, 12).trim() || '0', 8);
    const prefix = text(345, 155);
    files.set(prefix ? `${prefix}/${name}` : name, archive.subarray(at + block, at + block + size));
    at += block + Math.ceil(size / block) * block;
  }
  return files;
}
