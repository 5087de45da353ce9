import { sql } from 'kysely';
import { addEventBytes, type SizedEvent } from '../../limits/event-usage.ts';
import type { DatabaseTransaction } from '../schema.ts';
import type { Backfill } from './backfill.ts';

interface Place {
  runId: string;
  seq: number;
  /** Later ones are counted as they are written. */
  until: number;
}

/** So few that a slice takes some ten milliseconds. */
const rowsAtOnce = 1000;

/** Counts the bytes of the events that were there before events were counted. */
export const countEventBytes: Backfill = {
  name: 'event-bytes',

  async slice(trx, cursor) {
    const from = (cursor as Place | undefined) ?? (await firstPlace(trx));
    const found = await readSizes(trx, from);
    const last = found.at(-1);
    if (!last) return { rows: 0 };
    await addEventBytes(
      trx,
      found.filter(({ at }) => at < from.until),
    );
    return { rows: found.length, cursor: { runId: last.runId, seq: last.seq, until: from.until } };
  },
};

async function firstPlace(trx: DatabaseTransaction): Promise<Place> {
  const { startedAt } = await trx
    .selectFrom('backfill')
    .select('startedAt')
    .where('name', '=', countEventBytes.name)
    .executeTakeFirstOrThrow();
  return { runId: '', seq: 0, until: Number(startedAt) };
}

async function readSizes(
  trx: DatabaseTransaction,
  { runId, seq }: Place,
): Promise<(SizedEvent & { runId: string; seq: number })[]> {
  const { rows } = await sql<{ runId: string; seq: number; workspaceId: string; at: number; bytes: number }>`
    select "runId", seq, "workspaceId", at, length(payload) as bytes from event
    where ("runId", seq) > (${runId}, ${seq}) order by "runId", seq limit ${rowsAtOnce}`.execute(trx);
  return rows.map(({ at, bytes, ...row }) => ({ ...row, at: Number(at), payload: { length: Number(bytes) } }));
}
