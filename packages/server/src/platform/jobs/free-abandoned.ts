import type { DatabaseTransaction } from '../db/schema.ts';
import type { JobEngine } from './job-engine.ts';
import { countCause, deathCause } from './job-failure.ts';
import { type JobRow, jobClaims } from './jobs.store.ts';

/**
 * Puts the jobs of processes that are gone back in line, with a death counted, and those that this process has abandoned
 * although nobody considered it dead; returns how many. `given`: when it abandoned which. One that was changed since then
 * is done again.
 */
export async function freeAbandoned(
  trx: DatabaseTransaction,
  ownerId: string,
  engine: Pick<JobEngine, 'release' | 'schedule'>,
  given: ReadonlyMap<string, number>,
): Promise<number> {
  const own = await jobClaims(trx).ownedOf(ownerId, [...given.keys()]);
  const rows = [
    ...own.filter(({ id, updatedAt }) => updatedAt <= (given.get(id) ?? 0)),
    ...(await jobClaims(trx).abandoned(ownerId)),
  ];
  await engine.release(trx);
  let count = 0;
  for (const row of rows) {
    const changes = afterDeath(row);
    // Freed and claimed again since it was read, maybe by this process: it is being done.
    if (!(await jobClaims(trx).change(row.id, row.leaseOwner ?? '', changes, row))) continue;
    await engine.schedule(trx, { ...row, ...changes });
    count += 1;
  }
  return count;
}

// A long job that several stops interrupt goes on each time; only one that gets nowhere is at fault.
function afterDeath(row: JobRow) {
  return {
    state: 'waiting' as const,
    leaseOwner: null,
    runAt: 0,
    deaths: row.done > row.doneAtDeath ? 1 : row.deaths + 1,
    doneAtDeath: row.done,
    causes: countCause(row.causes, deathCause),
  };
}
