import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../schema.ts';
import { isPostgres } from '../sequence-column.ts';
import type { Backfill } from './backfill.ts';

/** `busy`: another process is doing one, or somebody has paused it. */
type SliceResult = 'more' | 'done' | 'busy';

const lockTimeout = '1s';

/**
 * Does the next slice of a backfill and notes how far it has come, in one transaction: a process that dies leaves
 * everything as it was before the slice or after it.
 */
export async function runSlice(db: Database, backfill: Backfill): Promise<SliceResult> {
  return db.transaction().execute(async (trx) => {
    // A statement that waits for a table holds up every later one.
    if (isPostgres(trx)) await sql`select set_config('lock_timeout', ${lockTimeout}, true)`.execute(trx);
    const row = await claim(trx, backfill.name);
    if (row === undefined) return 'busy';
    const { rows, cursor } = await backfill.slice(
      trx,
      row.cursor === null ? undefined : JSON.parse(row.cursor),
    );
    const isLast = cursor === undefined;
    if (isLast) await backfill.finish?.(trx);
    await trx
      .updateTable('backfill')
      .set((old) => ({
        state: isLast ? ('done' as const) : ('open' as const),
        done: old('done', '+', rows),
        cursor: isLast ? null : JSON.stringify(cursor),
        error: null,
        updatedAt: Date.now(),
      }))
      .where('name', '=', backfill.name)
      .execute();
    return isLast ? 'done' : 'more';
  });
}

function claim(trx: DatabaseTransaction, name: string) {
  const open = trx
    .selectFrom('backfill')
    .select('cursor')
    .where('name', '=', name)
    .where('state', '=', 'open');
  return (isPostgres(trx) ? open.forUpdate().skipLocked() : open).executeTakeFirst();
}
