import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { type PrivatePostgres, startPostgres } from '../tools/postgres.ts';
import { type LocalServer, type ServerOptions, startServer } from './local-server.ts';

export const databaseKinds = ['the embedded database', 'PostgreSQL'] as const;
type DatabaseKind = (typeof databaseKinds)[number];

/** A server on a database of one kind or the other. */
export interface ServerOnDatabase {
  readonly server: LocalServer;
  /** Changes rows beside the server, for what would take too long to come by itself. */
  change(statement: string): Promise<void>;
  remove(): Promise<void>;
}

export async function startServerOn(
  kind: DatabaseKind,
  { environment, ...options }: ServerOptions = {},
): Promise<ServerOnDatabase> {
  const postgres = kind === 'PostgreSQL' ? await startPostgres() : undefined;
  const server = await startServer({
    ...options,
    // A new PostgreSQL takes its time for the first tables.
    patienceMs: 120_000,
    environment: { ...environment, ...(postgres && { DATABASE_URL: postgres.url }) },
  }).catch(async (error: unknown) => {
    await postgres?.stop();
    throw error;
  });
  return {
    server,
    change: (statement) => change(server, postgres, statement),
    async remove() {
      await server.remove();
      await postgres?.stop();
    },
  };
}

async function change(
  { home }: LocalServer,
  postgres: PrivatePostgres | undefined,
  statement: string,
): Promise<void> {
  if (!postgres) {
    const db = new DatabaseSync(join(home, 'tendril.db'));
    db.exec(statement);
    db.close();
    return;
  }
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  await client.query(statement);
  await client.end();
}
