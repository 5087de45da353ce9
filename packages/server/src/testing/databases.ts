import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import pg from 'pg';
import { makeFolder } from './temporary-folder.ts';

export type DatabaseKind = 'sqlite' | 'postgres';

export const postgresUrl = process.env['TEST_POSTGRES_URL'];

/** The databases a store test runs on: PostgreSQL too when TEST_POSTGRES_URL names a server. For `describe.each`. */
export const databases: DatabaseKind[] = postgresUrl ? ['sqlite', 'postgres'] : ['sqlite'];

/** An empty database of its own: variables to start the server with, and the function that removes it. */
export interface EmptyDatabase {
  home: string;
  databaseUrl: string | undefined;
  remove(): Promise<void>;
}

/** Creates a new folder and, for PostgreSQL, a new database on the test server: a copy of `template` where one is named. */
export async function makeDatabase(kind: DatabaseKind, template?: string): Promise<EmptyDatabase> {
  const home = makeFolder();
  const removeHome = () => rmSync(home, { recursive: true, force: true });
  if (kind === 'sqlite') return { home, databaseUrl: undefined, remove: async () => removeHome() };

  const name = `tendril_${randomBytes(8).toString('hex')}`;
  await onServer(`create database ${name}${template === undefined ? '' : ` template ${template}`}`);
  const url = new URL(postgresUrl ?? '');
  url.pathname = `/${name}`;
  return {
    home,
    databaseUrl: url.href,
    async remove() {
      removeHome();
      await onServer(`drop database ${name} with (force)`);
    },
  };
}

async function onServer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: postgresUrl });
  await client.connect();
  await client.query(statement);
  await client.end();
}
