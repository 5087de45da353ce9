import { startMariadb } from './start-mariadb.ts';
import { startPgbouncer } from './start-pgbouncer.ts';
import { startPgvector } from './start-pgvector.ts';
import { startRedis } from './start-redis.ts';
import type { TestDatabase } from './test-database.ts';

type Starts = Readonly<Record<string, () => Promise<TestDatabase | undefined>>>;

const always: Starts = {
  TEST_REDIS_URL: startRedis,
  TEST_MARIADB_URL: startMariadb,
  // One for each test that needs it: WebAssembly has no second database beside the first.
  TEST_PGVECTOR_URL: startPgvector,
  TEST_PGVECTOR_SEARCH_URL: startPgvector,
};

/**
 * Starts the databases of somebody else that nodes speak to, as far as this machine can have them; and a pooler in front
 * of the PostgreSQL at `postgresUrl`.
 */
export async function startTestDatabases(
  postgresUrl?: string,
): Promise<{ env: Record<string, string>; stop(): Promise<void> }> {
  const starts: Starts =
    postgresUrl === undefined ? always : { ...always, TEST_PGBOUNCER_URL: () => startPgbouncer(postgresUrl) };
  const env: Record<string, string> = {};
  const started: TestDatabase[] = [];
  const stop = async () => {
    await Promise.all(started.map((one) => one.stop()));
  };
  try {
    // One after the other: Debian installs one package at a time.
    for (const [name, start] of Object.entries(starts)) {
      const database = await start();
      if (!database) {
        console.log(`${name} is left out: the tests that need it are skipped.`);
        continue;
      }
      started.push(database);
      env[name] = database.url;
    }
    return { env, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
