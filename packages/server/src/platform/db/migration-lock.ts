import { setTimeout as delay } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';

// An arbitrary number that no other lock uses.
const migrationLock = 7_310_041;
const askMs = 200;
const lockTimeoutMs = 2000;
const attempts = 30;
const mostPauseMs = 1000;

/**
 * Runs `work` while no other process migrates. It is asked for again and again, and not waited for: a waiting statement
 * would hold up the building of an index, which waits for all statements that began before.
 */
export async function withMigrationLock<S>(db: Kysely<S>, work: () => Promise<void>): Promise<void> {
  for (;;) {
    const { rows } = await sql<{
      isOurs: boolean;
    }>`select pg_try_advisory_lock(${migrationLock}::bigint) as "isOurs"`.execute(db);
    if (rows[0]?.isOurs) break;
    await delay(askMs);
  }
  try {
    await work();
  } finally {
    await sql`select pg_advisory_unlock(${migrationLock}::bigint)`.execute(db);
  }
}

/**
 * Runs `work`, in which no statement waits for a table for more than two seconds: a statement that waits for one holds up
 * everybody who comes after. A refused attempt is made again.
 */
export async function withShortLocks<S>(db: Kysely<S>, work: () => Promise<void>): Promise<void> {
  await sql`select set_config('lock_timeout', ${String(lockTimeoutMs)}, false)`.execute(db);
  try {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await work();
      } catch (error) {
        if ((error as { code?: unknown }).code !== '55P03' || attempt === attempts) throw error;
        await delay(Math.random() * mostPauseMs);
      }
    }
  } finally {
    await sql`select set_config('lock_timeout', '0', false)`.execute(db);
  }
}
