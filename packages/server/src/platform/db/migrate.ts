import { readdir } from 'node:fs/promises';
import type { Kysely } from 'kysely';
import { Migrator } from 'kysely/migration';
import { withMigrationLock, withShortLocks } from './migration-lock.ts';
import { requireNoServers } from './require-no-servers.ts';
import { executedMigrations, isNewerButUsable, raisingFloor } from './schema-floor.ts';
import type { SchemaMigration } from './schema-migration.ts';
import { isPostgres } from './sequence-column.ts';

type Migrations = Readonly<Record<string, SchemaMigration>>;

/** Whether there is a migration that the database has not had yet. Throws StartError for one that is too new. */
export async function isOutdated<S>(db: Kysely<S>): Promise<boolean> {
  if (await isCurrent(db)) return false;
  const { migrations } = await import('./known-migrations.ts');
  if (await isNewerButUsable(db, migrations)) return false;
  return (await pendingOf(db, migrations)).length > 0;
}

/**
 * Brings the database to the newest schema: in one transaction, except for what is done online in a PostgreSQL that is
 * in use, by one process at a time. Throws StartError for a database of a newer version, and where servers work that a
 * migration would break, else the failing migration's error.
 */
export async function migrate<S>(db: Kysely<S>, given?: Migrations, patienceMs?: number): Promise<void> {
  if (given === undefined && (await isCurrent(db))) return;
  const wanted = given ?? (await import('./known-migrations.ts')).migrations;
  if (await isNewerButUsable(db, wanted)) return;
  if ((await pendingOf(db, wanted)).length === 0) return;
  if (!isPostgres(db)) return migrateSteps(db, wanted);
  await db.connection().execute((connection) =>
    withMigrationLock(connection, async () => {
      // Another process may have been first.
      if (await isNewerButUsable(connection, wanted)) return;
      const taking = await takingAway(connection, wanted);
      if (taking.length > 0) await requireNoServers(connection, taking, patienceMs);
      await withShortLocks(connection, () => migrateSteps(connection, wanted));
    }),
  );
}

/** Whether the database has had exactly the migrations of this release: at most starts, whose code nobody needs then. */
async function isCurrent<S>(db: Kysely<S>): Promise<boolean> {
  const executed = await executedMigrations(db);
  if (executed === undefined) return false;
  const files = await readdir(new URL('./migrations/', import.meta.url));
  const names = files.flatMap((file) => /^(\d{4}-[\w-]+)\.[jt]s$/.exec(file)?.[1] ?? []);
  return executed.size === names.length && names.every((name) => executed.has(name));
}

async function pendingOf<S>(db: Kysely<S>, wanted: Migrations): Promise<string[]> {
  const states = await migratorOf(db, wanted).getMigrations();
  return states.flatMap(({ name, executedAt }) => (executedAt === undefined ? [name] : []));
}

/** Those that the release before cannot work with. */
async function takingAway<S>(db: Kysely<S>, wanted: Migrations): Promise<string[]> {
  return (await pendingOf(db, wanted)).filter((name) => wanted[name]?.isExpanding !== true);
}

async function migrateSteps<S>(db: Kysely<S>, wanted: Migrations): Promise<void> {
  const migrator = migratorOf(db, wanted);
  const pending = await pendingOf(db, wanted);
  const isFresh = pending.length === Object.keys(wanted).length;
  const isOnline = (name: string | undefined) => name !== undefined && wanted[name]?.isOnline === true;
  // Nobody uses an empty database, and SQLite has one writer anyway.
  const isWhole = isFresh || !isPostgres(db) || !pending.some(isOnline);
  const ends = isWhole ? pending.slice(-1) : pending.filter((name, at) => endsStep(name, pending[at + 1]));
  for (const end of ends) {
    const options = { disableTransactions: !isWhole && isOnline(end) };
    const { error } = await migrator.migrateTo(end, options);
    if (error) throw error;
  }

  /** An online migration is a step of its own; others between two of them are one transaction. */
  function endsStep(name: string, next: string | undefined): boolean {
    return next === undefined || isOnline(name) || isOnline(next);
  }
}

function migratorOf<S>(db: Kysely<S>, wanted: Migrations): Migrator {
  const steps = Object.entries(wanted).map(([name, step]) => [name, raisingFloor(name, step)]);
  return new Migrator({ db, provider: { getMigrations: async () => Object.fromEntries(steps) } });
}
