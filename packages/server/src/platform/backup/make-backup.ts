import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Config } from '../config.ts';
import { directUrl } from '../db/pooled-connection.ts';
import { BackupWriter } from './backup-writer.ts';
import { CommandError } from './command-error.ts';
import { listHomeFiles } from './home-files.ts';
import { writeTables } from './postgres-snapshot.ts';
import { connectPostgres, listMigrations } from './postgres-tables.ts';
import { readPresentKey } from './present-key.ts';
import { readMigrations, withSnapshot } from './sqlite-snapshot.ts';

interface BackupOptions {
  /** Includes the secrets key in the file. */
  withKey?: boolean;
  /** Overwrites an existing file. */
  isReplacing?: boolean;
}

interface MadeBackup {
  bytes: number;
  files: number;
  /** Files that were deleted while the backup was being made. */
  missing: number;
  database: 'sqlite' | 'postgres';
  hasKey: boolean;
  /** The bucket that holds further files, which are not in the backup. */
  bucket: string | undefined;
}

type Home = Pick<Config, 'home' | 'databaseUrl' | 'secretKey' | 's3Bucket' | 's3Prefix'> &
  Partial<Pick<Config, 'databaseDirectUrl'>>;

const mainDatabase = 'tendril.db';

/**
 * Writes database and files of a home into one file, while its server runs. Everything acknowledged before the call is
 * included. Throws CommandError when there is nothing to back up or the file exists already.
 */
export async function makeBackup(
  config: Home,
  path: string,
  { withKey = false, isReplacing = false }: BackupOptions = {},
): Promise<MadeBackup> {
  if (existsSync(path) && !isReplacing)
    throw new CommandError(`${path} is there already; --force replaces it.`);
  if (!existsSync(dirname(path))) throw new CommandError(`There is no folder ${dirname(path)}.`);
  const key = readPresentKey(config);
  if (withKey && !key) throw new CommandError(`There is no secrets key in ${config.home}.`);
  const writer = new BackupWriter(path);
  try {
    const part = { config, writer, keyMark: key?.mark ?? '' };
    const url = directUrl(config);
    const written = url ? await writePostgres(part, url) : await writeSqlite(part);
    if (withKey && key) await writer.write({ kind: 'key' }, Buffer.from(key.text));
    await writer.write({ kind: 'end', files: written.files, tables: written.tables });
    return {
      bytes: await writer.end(),
      files: written.files,
      missing: written.missing,
      database: config.databaseUrl ? 'postgres' : 'sqlite',
      hasKey: withKey,
      bucket: config.s3Bucket,
    };
  } catch (error) {
    await writer.abandon();
    throw error;
  }
}

interface Part {
  config: Home;
  writer: BackupWriter;
  keyMark: string;
}

async function writeSqlite({ config, writer, keyMark }: Part) {
  const { home } = config;
  const source = join(home, mainDatabase);
  if (!existsSync(source)) throw new CommandError(`There is no database in ${home}.`);
  const madeAt = Date.now();
  await withSnapshot(source, draftIn(home), async (copy) => {
    const migrations = readMigrations(copy);
    if (!migrations) throw new CommandError(`${source} is not a database of Tendril.`);
    await writer.write({
      kind: 'manifest',
      database: 'sqlite',
      madeAt,
      migrations,
      keyMark,
      ...placeOf(config),
    });
    await writer.writeFile(mainDatabase, copy);
  });
  const { files, missing } = await writeFiles({ home, writer });
  return { files: files + 1, missing, tables: 0 };
}

async function writePostgres({ config, writer, keyMark }: Part, url: string) {
  const { home } = config;
  const client = await connectPostgres(url);
  try {
    const madeAt = Date.now();
    await client.query('begin transaction isolation level repeatable read read only');
    const migrations = await listMigrations(client);
    if (migrations.length === 0) throw new CommandError('The database holds nothing of Tendril.');
    await writer.write({
      kind: 'manifest',
      database: 'postgres',
      madeAt,
      migrations,
      keyMark,
      ...placeOf(config),
    });
    const tables = await writeTables(client, writer);
    await client.query('commit');
    return { ...(await writeFiles({ home, writer })), tables };
  } finally {
    await client.end();
  }
}

/** Files come after the database: whatever its rows refer to existed before they did. */
async function writeFiles({ home, writer }: { home: string; writer: BackupWriter }) {
  let files = 0;
  let missing = 0;
  for (const { path, isDatabase } of await listHomeFiles(home)) {
    if (path === mainDatabase) continue;
    const source = join(home, path);
    if (!existsSync(source)) missing += 1;
    else {
      if (isDatabase) await withSnapshot(source, draftIn(home), (copy) => writer.writeFile(path, copy));
      else await writer.writeFile(path, source);
      files += 1;
    }
  }
  return { files, missing };
}

/** The bucket is not copied: the manifest names it. */
function placeOf({ s3Bucket, s3Prefix }: Home) {
  return s3Bucket === undefined ? {} : { bucket: `${s3Bucket}/${s3Prefix}` };
}

function draftIn(home: string): string {
  return join(home, `.backup-${randomBytes(6).toString('hex')}.db`);
}
