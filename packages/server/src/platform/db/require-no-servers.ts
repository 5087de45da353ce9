import { setTimeout as delay } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { StartError } from '../start-error.ts';
import { databaseNow } from './database-clock.ts';

/** A server that has been silent for longer is gone. */
const silenceMs = 12_000;
const askMs = 500;

/**
 * Lets a migration begin that takes something away: a server of a release before would work on with a schema that it
 * does not know. One that has just been ended without a goodbye is waited for. Throws StartError in words.
 */
export async function requireNoServers<S>(
  db: Kysely<S>,
  names: readonly string[],
  patienceMs = silenceMs + askMs,
): Promise<void> {
  const tables = await db.introspection.getTables();
  if (!tables.some(({ name }) => name === 'process')) return;
  for (let left = patienceMs; ; left -= askMs) {
    const { rows } = await sql<{
      host: string;
      pid: number;
      version: string;
    }>`select host, pid, version from process
      where "beatAt" > ${databaseNow(db)} - ${silenceMs}`.execute(db);
    if (rows.length === 0) return;
    if (left <= 0)
      throw new StartError(
        `The database can only be brought to the schema of this version (${names.join(', ')}) while no server of the version before uses it: stop ${rows.map(({ host, pid, version }) => `the one of version ${version} on ${host} (process ${pid})`).join(', ')}.`,
      );
    await delay(askMs);
  }
}
