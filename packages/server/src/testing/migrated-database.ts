import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { openDatabase } from '../platform/db/client.ts';
import { migrate } from '../platform/db/migrate.ts';
import { migrateJobQueue } from '../platform/jobs/migrate-job-queue.ts';
import { type DatabaseKind, type EmptyDatabase, makeDatabase, postgresUrl } from './databases.ts';
import { makeFolder } from './temporary-folder.ts';

const file = 'tendril.db';
const sources = join(import.meta.dirname, '..', 'platform', 'db');
const templates = new Map<DatabaseKind, Promise<string>>();

/** A database of its own with all tables, on PostgreSQL those of the job queue too: a copy of one that is migrated once for all test files. */
export async function makeMigratedDatabase(kind: DatabaseKind): Promise<EmptyDatabase> {
  const made = templates.get(kind) ?? (kind === 'sqlite' ? provideFile() : provideTemplate());
  templates.set(kind, made);
  const template = await made;
  if (kind === 'postgres') return makeDatabase(kind, template);
  const database = await makeDatabase(kind);
  copyFileSync(template, join(database.home, file));
  return database;
}

async function provideFile(): Promise<string> {
  const path = join(tmpdir(), `tendril-test-template-${schemaDigest()}.db`);
  if (existsSync(path)) return path;
  const home = makeFolder();
  await migrateAt({ home, databaseUrl: undefined });
  // Whole at once: another process may look for it at this moment.
  renameSync(join(home, file), path);
  rmSync(home, { recursive: true, force: true });
  return path;
}

async function provideTemplate(): Promise<string> {
  const name = `tendril_template_${schemaDigest()}`;
  const client = new pg.Client({ connectionString: postgresUrl });
  await client.connect();
  try {
    // The first one makes it; the lock ends with the connection.
    await client.query('select pg_advisory_lock(hashtext($1))', [name]);
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
    if (rowCount === 0) {
      const made = await makeDatabase('postgres');
      await migrateAt(made);
      rmSync(made.home, { recursive: true, force: true });
      const madeName = new URL(made.databaseUrl ?? '').pathname.slice(1);
      await client.query(`alter database ${madeName} rename to ${name}`);
    }
  } finally {
    await client.end();
  }
  return name;
}

/** Differs when anything changes that tables are made by. */
function schemaDigest(): string {
  const hash = createHash('sha256');
  const paths = readdirSync(sources, { recursive: true, encoding: 'utf8' });
  for (const path of paths.filter((one) => one.endsWith('.ts') && !one.endsWith('.test.ts')).toSorted())
    hash.update(path).update(readFileSync(join(sources, path)));
  return hash.digest('hex').slice(0, 16);
}

async function migrateAt({ home, databaseUrl }: Pick<EmptyDatabase, 'home' | 'databaseUrl'>): Promise<void> {
  const db = await openDatabase({ home, databaseUrl, databasePool: 2 });
  await migrate(db);
  await db.destroy();
  if (databaseUrl !== undefined) await migrateJobQueue(databaseUrl);
}
