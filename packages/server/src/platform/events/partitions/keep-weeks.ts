import { sql } from 'kysely';
import { hasEventPartitions, makeWeeks, weeksAround } from '../../db/event-partitions/event-tables.ts';
import type { Database } from '../../db/schema.ts';
import { isPostgres } from '../../db/sequence-column.ts';
import type { FileStore } from '../../files/file-store.ts';
import { dropWeeks } from './drop-weeks.ts';

interface WeekParts {
  db: Database;
  files: FileStore;
  /** Drops what is older, unless 0. */
  retentionDays: number;
}

const dayMs = 86_400_000;

/**
 * Makes the tables of the weeks to come and drops those past the server's retention; returns how many. Nothing is done
 * where events are in one table.
 */
export async function keepWeeks({ db, files, retentionDays }: WeekParts, now = Date.now()): Promise<number> {
  if (!isPostgres(db) || !(await hasEventPartitions(db))) return 0;
  await db.transaction().execute(async (trx) => {
    await sql`select set_config('lock_timeout', '1s', true)`.execute(trx);
    await makeWeeks(trx, weeksAround(now), { now });
  });
  return retentionDays === 0 ? 0 : dropWeeks(db, files, now - retentionDays * dayMs);
}
