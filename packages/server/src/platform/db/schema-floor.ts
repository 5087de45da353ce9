import { type Kysely, sql } from 'kysely';
import { DEFAULT_MIGRATION_TABLE, type Migration } from 'kysely/migration';
import { StartError } from '../start-error.ts';
import type { SchemaMigration } from './schema-migration.ts';

/** The migration that made the table; older ones have no floor. */
const firstWithFloor = '0041-retention';

/**
 * Whether the database has had migrations that this release does not know, and works with it all the same: they only
 * added something. Throws StartError where they did more.
 */
export async function isNewerButUsable<S>(
  db: Kysely<S>,
  known: Readonly<Record<string, Migration>>,
): Promise<boolean> {
  const names = await executedMigrations(db);
  if (names === undefined) return false;
  const unknown = [...names].filter((name) => !Object.hasOwn(known, name));
  if (unknown.length === 0) return false;
  const isBehind = Object.keys(known).some((name) => !names.has(name));
  const newest = Object.keys(known).toSorted().at(-1) ?? '';
  const floor = (await hasTable(db, 'schema_floor')) ? await readFloor(db) : undefined;
  if (!isBehind && floor !== undefined && floor <= newest) return true;
  const least = floor === undefined ? '' : ` It takes a version that knows ${floor}.`;
  throw new StartError(
    `The database is of a newer version of Tendril (it knows ${unknown.join(', ')}).${least} Start that version, or restore a backup made before it.`,
  );
}

/** Names of the migrations that a database has had; undefined for an empty one. */
export async function executedMigrations<S>(db: Kysely<S>): Promise<ReadonlySet<string> | undefined> {
  if (!(await hasTable(db, DEFAULT_MIGRATION_TABLE))) return undefined;
  const executed = await sql<{
    name: string;
  }>`select name from ${sql.table(DEFAULT_MIGRATION_TABLE)}`.execute(db);
  return new Set(executed.rows.map(({ name }) => name));
}

async function hasTable<S>(db: Kysely<S>, table: string): Promise<boolean> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  return tables.some(({ name }) => name === table);
}

async function readFloor<S>(db: Kysely<S>): Promise<string | undefined> {
  const { rows } = await sql<{ oldest: string }>`select oldest from schema_floor where id = 1`.execute(db);
  return rows[0]?.oldest;
}

/** The same migration, which raises the floor in its own transaction, unless it only adds something. */
export function raisingFloor(name: string, migration: SchemaMigration): Migration {
  if (migration.isExpanding || name < firstWithFloor) return migration;
  return {
    ...migration,
    async up(db) {
      await migration.up(db);
      await sql`insert into schema_floor (id, oldest) values (1, ${name})
        on conflict (id) do update set oldest = ${name}`.execute(db);
    },
  };
}
