import { randomBytes } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Config } from '../config.ts';
import { migrations as knownMigrations } from '../db/known-migrations.ts';
import { directUrl } from '../db/pooled-connection.ts';
import { lockHome } from '../processes/home-lock.ts';
import type { Manifest } from './backup-form.ts';
import { checkBackup, readRecords } from './backup-reader.ts';
import { CommandError } from './command-error.ts';
import { dataEntries } from './home-files.ts';
import { fillPostgres, isPostgresEmpty } from './postgres-restore.ts';
import { keyFile, readPresentKey } from './present-key.ts';
import { findFault, isInUse } from './sqlite-snapshot.ts';
import { readBackupTables } from './table-rows.ts';

/** The state of the secrets key after a restore. */
export type KeyState = 'restored' | 'matching' | 'missing' | 'other';

interface RestoredBackup {
  database: 'sqlite' | 'postgres';
  madeAt: number;
  files: number;
  key: KeyState;
}

type Home = Pick<Config, 'home' | 'databaseUrl' | 'secretKey'> & Partial<Pick<Config, 'databaseDirectUrl'>>;

const mainDatabase = 'tendril.db';

/**
 * Restores a backup into a home and its database. Verifies all of it first; until then, and when it is refused, nothing
 * is changed. Throws CommandError, in particular when data exists and `isReplacing` is not set.
 */
export async function restoreBackup(
  config: Home,
  path: string,
  { isReplacing = false }: { isReplacing?: boolean } = {},
): Promise<RestoredBackup> {
  const manifest = await checkBackup(path);
  refuseForeign(config, manifest);
  await refuseTaken(config, isReplacing);
  await mkdir(config.home, { recursive: true, mode: 0o700 });
  // No server may start on a half-restored home; with PostgreSQL several may use it.
  const lock = config.databaseUrl ? undefined : lockHome(config.home);
  const staging = join(config.home, `.restore-${randomBytes(6).toString('hex')}`);
  try {
    const unpacked = await unpack(path, staging);
    if (manifest.database === 'sqlite') checkDatabase(join(staging, mainDatabase));
    const url = directUrl(config);
    if (url)
      await fillPostgres(url, () => readBackupTables(path), {
        migrations: manifest.migrations,
        isReplacing,
      });
    await moveIn(config.home, staging);
    const present = readPresentKey(config);
    const key = unpacked.hasKey
      ? 'restored'
      : !present
        ? 'missing'
        : present.mark === manifest.keyMark
          ? 'matching'
          : 'other';
    return { database: manifest.database, madeAt: manifest.madeAt, files: unpacked.files, key };
  } finally {
    await rm(staging, { recursive: true, force: true });
    lock?.release();
  }
}

function refuseForeign(config: Home, { database, migrations }: Manifest): void {
  const wanted = config.databaseUrl ? 'postgres' : 'sqlite';
  if (database !== wanted)
    throw new CommandError(
      database === 'postgres'
        ? 'This backup is of a PostgreSQL database: set DATABASE_URL to the one it goes into.'
        : 'This backup is of the embedded database: restore it without DATABASE_URL.',
    );
  const unknown = migrations.filter((name) => !Object.hasOwn(knownMigrations, name));
  if (unknown.length > 0)
    throw new CommandError(`This backup was made by a newer Tendril (it knows ${unknown.join(', ')}).`);
}

async function refuseTaken(config: Home, isReplacing: boolean): Promise<void> {
  const { home } = config;
  const databaseUrl = directUrl(config);
  const taken = await dataEntries(home);
  if (taken.length > 0 && !isReplacing)
    throw new CommandError(`${home} is not empty (${taken.join(', ')}); --force replaces what is there.`);
  if (databaseUrl && !isReplacing && !(await isPostgresEmpty(databaseUrl)))
    throw new CommandError('The database is not empty; --force replaces what is there.');
  if (!databaseUrl && taken.includes(mainDatabase) && isInUse(join(home, mainDatabase)))
    throw new CommandError(`A server is using ${home}: stop it first.`);
}

/** Writes the files of a backup below `folder`. */
async function unpack(path: string, folder: string): Promise<{ files: number; hasKey: boolean }> {
  await mkdir(folder, { mode: 0o700 });
  let file: Awaited<ReturnType<typeof open>> | undefined;
  let files = 0;
  let hasKey = false;
  const close = async () => {
    await file?.sync();
    await file?.close();
    file = undefined;
  };
  const begin = async (name: string) => {
    await close();
    const place = join(folder, safePath(name));
    await mkdir(dirname(place), { recursive: true, mode: 0o700 });
    file = await open(place, 'wx', 0o600);
  };
  try {
    for await (const { head, body } of readRecords(path)) {
      if (head.kind === 'file') {
        await begin(head.path);
        files += 1;
      } else if (head.kind === 'part') await file?.writeFile(body);
      else if (head.kind === 'key') {
        await begin(keyFile);
        await file?.writeFile(body);
        hasKey = true;
      }
    }
  } finally {
    await close();
  }
  return { files, hasKey };
}

/** A path of a backup must stay below its folder, whatever wrote it. */
function safePath(path: string): string {
  const parts = path.split('/');
  const isSafe = parts.every((part) => /^[\w@+=~ -][\w.@+=~ -]*$/.test(part));
  if (!isSafe) throw new CommandError(`The backup names a file that cannot be: ${JSON.stringify(path)}.`);
  return join(...parts);
}

function checkDatabase(path: string): void {
  const fault = findFault(path);
  if (fault !== undefined) throw new CommandError(`The database of the backup is not whole: ${fault}`);
}

/** Replaces the existing entries by the unpacked ones; the old are removed only when all of the new are in place. */
async function moveIn(home: string, staging: string): Promise<void> {
  const replaced = `${staging}-replaced`;
  await mkdir(replaced, { mode: 0o700 });
  const incoming = await entriesOf(staging);
  const leaving = [...(await dataEntries(home)), ...(incoming.includes(keyFile) ? [keyFile] : [])];
  for (const name of leaving) {
    await rename(join(home, name), join(replaced, name)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
    });
  }
  for (const name of incoming) await rename(join(staging, name), join(home, name));
  await rm(replaced, { recursive: true, force: true });
}

async function entriesOf(folder: string): Promise<string[]> {
  return [...(await dataEntries(folder)), ...((await hasEntry(folder, keyFile)) ? [keyFile] : [])];
}

async function hasEntry(folder: string, name: string): Promise<boolean> {
  const file = await open(join(folder, name)).catch(() => undefined);
  await file?.close();
  return file !== undefined;
}
