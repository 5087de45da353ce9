import type { BackfillName } from '@tendril/contract/api/system';
import { sql } from 'kysely';
import type { Backfill } from '../backfills/backfill.ts';
import type { DatabaseTransaction } from '../schema.ts';
import { takePartsAsEvents } from './event-parts.ts';
import { eventParts, makeWeeks } from './event-tables.ts';
import { weekOf } from './week.ts';

interface Place {
  runId: string;
  seq: number;
}

/** So few that a slice takes some ten milliseconds. */
const rowsAtOnce = 1000;

/**
 * Copies the events of a PostgreSQL in use to partitions, and puts these in their place. What is written and deleted
 * meanwhile is mirrored by triggers. A slice holds its rows, so that none is deleted between being read and being
 * written, and waits for nobody's: it would be waited for in turn.
 */
export const moveEvents: Backfill<BackfillName> = {
  name: 'event-partitions',

  async slice(trx, cursor) {
    const after = (cursor as Place | undefined) ?? { runId: '', seq: 0 };
    const { rows } = await sql<Place & { at: number }>`select "runId", seq, at from event
      where ("runId", seq) > (${after.runId}, ${after.seq}) order by "runId", seq
      limit ${rowsAtOnce} for key share nowait`.execute(trx);
    const last = rows.at(-1);
    if (!last) return { rows: 0 };
    await makeWeeks(
      trx,
      rows.map(({ at }) => weekOf(Number(at))),
      { parent: eventParts },
    );
    await copy(trx, after, last);
    return { rows: rows.length, cursor: { runId: last.runId, seq: last.seq } };
  },

  finish: takePartsAsEvents,
};

async function copy(trx: DatabaseTransaction, after: Place, last: Place): Promise<void> {
  await sql`insert into ${sql.ref(eventParts)} select * from event
    where ("runId", seq) > (${after.runId}, ${after.seq}) and ("runId", seq) <= (${last.runId}, ${last.seq})
    on conflict do nothing`.execute(trx);
}
