import { type Dirent, existsSync } from 'node:fs';
import { open, readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';

/** Contents of a home that are not data: not part of a backup, and no obstacle to a restore. */
const besides = new Set(['secret.key', 'cache']);
const sqliteMark = Buffer.from('SQLite format 3\0');

/** Whether a top-level entry of the home is data; entries that begin with a dot are our temporary files. */
export function isData({ name }: Pick<Dirent, 'name'>): boolean {
  return !besides.has(name) && !name.startsWith('.');
}

/** The home's data entries: files and folders. */
export async function dataEntries(home: string): Promise<string[]> {
  if (!existsSync(home)) return [];
  return (await readdir(home, { withFileTypes: true })).filter(isData).map(({ name }) => name);
}

/** Every data file of a home: its path inside the home with `/`, and whether it is an SQLite database. */
export async function listHomeFiles(home: string): Promise<{ path: string; isDatabase: boolean }[]> {
  const found: { path: string; isDatabase: boolean }[] = [];
  for (const name of await dataEntries(home)) await walk(home, join(home, name), found);
  return found;
}

async function walk(
  home: string,
  place: string,
  found: { path: string; isDatabase: boolean }[],
): Promise<void> {
  const entries = await readdir(place, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOTDIR') return undefined;
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  if (entries) {
    // A temporary file that is still being written.
    for (const entry of entries) {
      const isOwn = entry.isFile() || entry.isDirectory();
      if (isOwn && !entry.name.startsWith('.')) await walk(home, join(place, entry.name), found);
    }
    return;
  }
  const path = relative(home, place).split(sep).join('/');
  // The side files of a database belong to its snapshot.
  if (/-(wal|shm|journal)$/.test(path)) return;
  found.push({ path, isDatabase: await isSqlite(place) });
}

async function isSqlite(path: string): Promise<boolean> {
  const file = await open(path).catch(() => undefined);
  if (!file) return false;
  try {
    const first = Buffer.alloc(sqliteMark.length);
    await file.read(first, 0, first.length, 0);
    return first.equals(sqliteMark);
  } finally {
    await file.close();
  }
}
