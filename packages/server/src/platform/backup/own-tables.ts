import { Kysely } from 'kysely';
import { migrate } from '../db/migrate.ts';
import { sqliteDialect } from '../db/sqlite-dialect.ts';

/** Names of the tables that this version's migrations create: tables of another program may exist beside them. */
export async function ownTables(): Promise<ReadonlySet<string>> {
  const db = new Kysely<unknown>({ dialect: sqliteDialect(':memory:') });
  try {
    await migrate(db);
    const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
    return new Set(tables.map(({ name }) => name));
  } finally {
    await db.destroy();
  }
}
