import { startMariadb } from './start-mariadb.ts';
import { startRedis } from './start-redis.ts';
import type { TestDatabase } from './test-database.ts';

const starts: Readonly<Record<string, () => Promise<TestDatabase | undefined>>> = {
  TEST_REDIS_URL: startRedis,
  TEST_MARIADB_URL: startMariadb,
};

/** Starts the databases of somebody else that nodes speak to, as far as this machine can have them. */
export async function startTestDatabases(): Promise<{ env: Record<string, string>; stop(): Promise<void> }> {
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
