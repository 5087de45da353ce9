import { type DatabaseKind, postgresUrl } from '../packages/server/src/testing/databases.ts';

/** The database that a command names. */
export function readDatabaseKind(name: string): DatabaseKind {
  if (name === 'sqlite') return name;
  if (name !== 'postgres') throw new Error(`There is no database ${name}: sqlite, postgres.`);
  if (!postgresUrl)
    throw new Error('TEST_POSTGRES_URL names no server: node tools/with-postgres.ts node campaign/main.ts …');
  return name;
}
