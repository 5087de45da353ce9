import { existsSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { openDatabase } from '../db/client.ts';
import { grownDatabaseName } from '../db/grown-database.ts';
import { migrations } from '../db/known-migrations.ts';
import { migrate } from '../db/migrate.ts';
import { lockHome } from '../processes/home-lock.ts';
import { CommandError } from './command-error.ts';
import { fillPostgres } from './postgres-restore.ts';
import { readPostgresTables } from './postgres-snapshot.ts';
import { connectPostgres, hasServers, listMigrations, orderTables } from './postgres-tables.ts';
import { isInUse } from './sqlite-snapshot.ts';
import { fillSqlite, readSqliteTables } from './sqlite-tables.ts';
import { findDifferences, sumTables, type TableSum } from './table-sums.ts';

const mainDatabase = 'tendril.db';
const sides = ['-wal', '-shm', '-journal'];

interface Moved {
  tables: number;
  rows: number;
}

/**
 * Moves the embedded database of a home into an empty PostgreSQL, in one transaction that is only committed when every
 * table there has the same rows. The file stays, under another name. No server may use either. Throws CommandError.
 */
export async function growToPostgres(home: string, url: string): Promise<Moved> {
  const path = join(home, mainDatabase);
  if (!existsSync(path)) throw new CommandError(`There is no embedded database in ${home}.`);
  const lock = lockHome(home);
  try {
    await bringUpToDate(home);
    if (isInUse(path)) throw new CommandError(`${path} is in use by another program.`);
    const before = new Map<string, TableSum>();
    await fillPostgres(url, (tables) => sumTables(readSqliteTables(path, tables), before), {
      migrations: Object.keys(migrations),
      isReplacing: false,
      check: async (client) => {
        const after = new Map<string, TableSum>();
        await drain(sumTables(readPostgresTables(client, await orderTables(client)), after));
        refuseDifferences(before, after);
      },
    });
    await rename(path, join(home, grownDatabaseName));
    return totalOf(before);
  } finally {
    lock.release();
  }
}

/** Moves a PostgreSQL back into the embedded database of a home that has none; nothing is deleted there. */
export async function returnToHome(home: string, url: string): Promise<Moved> {
  const path = join(home, mainDatabase);
  if (existsSync(path)) throw new CommandError(`There is an embedded database in ${home} already.`);
  const lock = lockHome(home);
  const client = await connectPostgres(url);
  const draft = join(home, `.${mainDatabase}.part`);
  try {
    await client.query('begin transaction isolation level repeatable read read only');
    if (await hasServers(client))
      throw new CommandError('A server is using the database: stop it first. Nothing was changed.');
    await refuseOtherSchema(await listMigrations(client));
    await removeDatabase(draft);
    await createEmpty(draft);
    const tables = await orderTables(client);
    const before = new Map<string, TableSum>();
    await fillSqlite(draft, sumTables(readPostgresTables(client, tables), before));
    const after = new Map<string, TableSum>();
    await drain(sumTables(readSqliteTables(draft, tables), after));
    refuseDifferences(before, after);
    await settle(draft, path);
    return totalOf(before);
  } finally {
    await client.end();
    await removeDatabase(draft);
    lock.release();
  }
}

async function bringUpToDate(home: string): Promise<void> {
  const db = await openDatabase({ home, databaseUrl: undefined, databasePool: 1 });
  try {
    await migrate(db);
  } finally {
    // The last connection writes everything into the one file.
    await db.destroy();
  }
}

async function createEmpty(path: string): Promise<void> {
  const { Kysely } = await import('kysely');
  const { sqliteDialect } = await import('../db/sqlite-dialect.ts');
  const db = new Kysely<unknown>({ dialect: sqliteDialect(path) });
  try {
    await migrate(db);
  } finally {
    await db.destroy();
  }
}

async function refuseOtherSchema(names: readonly string[]): Promise<void> {
  if (names.length === 0) throw new CommandError('The database holds nothing of Tendril.');
  if (names.join() !== Object.keys(migrations).join())
    throw new CommandError(
      'The database is of another version of Tendril: start this version on it once, and stop it.',
    );
}

function refuseDifferences(
  before: ReadonlyMap<string, TableSum>,
  after: ReadonlyMap<string, TableSum>,
): void {
  const different = findDifferences(before, after);
  if (different.length > 0)
    throw new CommandError(
      `These tables did not arrive as they were: ${different.join(', ')}. Nothing was changed.`,
    );
}

function totalOf(sums: ReadonlyMap<string, TableSum>): Moved {
  const rows = [...sums.values()].reduce((total, sum) => total + sum.rows, 0);
  return { tables: sums.size, rows };
}

async function drain(source: AsyncIterable<unknown>): Promise<void> {
  const reader = source[Symbol.asyncIterator]();
  while (!(await reader.next()).done);
}

async function settle(draft: string, path: string): Promise<void> {
  const file = await open(draft, 'r+');
  await file.sync();
  await file.close();
  await rename(draft, path);
}

async function removeDatabase(path: string): Promise<void> {
  for (const side of ['', ...sides]) await rm(path + side, { force: true });
}
