import type { BackfillName } from '@tendril/contract/api/system';
import { sql } from 'kysely';
import { eventPeriod } from '../event-period.ts';
import type { DatabaseTransaction } from '../schema.ts';
import type { Backfill } from './backfill.ts';

interface Place {
  runId: string;
  seq: number;
  /** Later ones are counted as they are written. */
  until: number;
}

interface EventSize {
  runId: string;
  seq: number;
  workspaceId: string;
  at: number;
  bytes: number;
}

/** So few that a slice takes some ten milliseconds. */
const rowsAtOnce = 1000;

/** Counts the bytes of the events that were there before events were counted. */
export const countEventBytes: Backfill<BackfillName> = {
  name: 'event-bytes',

  async slice(trx, cursor) {
    const from = (cursor as Place | undefined) ?? (await firstPlace(trx));
    const { rows } = await sql<EventSize>`
      select "runId", seq, "workspaceId", at, length(payload) as bytes from event
      where ("runId", seq) > (${from.runId}, ${from.seq}) order by "runId", seq limit ${rowsAtOnce}`.execute(
      trx,
    );
    const last = rows.at(-1);
    if (!last) return { rows: 0 };
    await addSizes(
      trx,
      rows.filter(({ at }) => Number(at) < from.until),
    );
    return { rows: rows.length, cursor: { runId: last.runId, seq: last.seq, until: from.until } };
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

async function addSizes(trx: DatabaseTransaction, sizes: readonly EventSize[]): Promise<void> {
  const byDay = Map.groupBy(sizes, ({ workspaceId, at }) => {
    const day = new Date(Number(at)).toISOString().slice(0, 10);
    return JSON.stringify([workspaceId, eventPeriod(day)]);
  });
  // In one order, so that no two commits wait for each other.
  for (const [key, ofDay] of [...byDay].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const [workspaceId, period] = JSON.parse(key) as [string, string];
    const tokens = ofDay.reduce((sum, { bytes }) => sum + Number(bytes), 0);
    await trx
      .insertInto('workspace_usage')
      .values({ workspaceId, period, part: 0, runs: ofDay.length, tokens, costUsd: 0 })
      .onConflict((conflict) =>
        conflict.columns(['workspaceId', 'period', 'part']).doUpdateSet((row) => ({
          runs: row('workspace_usage.runs', '+', row.ref('excluded.runs')),
          tokens: row('workspace_usage.tokens', '+', row.ref('excluded.tokens')),
        })),
      )
      .execute();
  }
}
