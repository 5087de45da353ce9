import { sql } from 'kysely';
import { eventPeriod } from '../db/event-period.ts';
import { runKept } from '../db/kept-statement.ts';
import type { Database, DatabaseTransaction, EventTable } from '../db/schema.ts';
import type { Scope } from '../db/scope.ts';
import { addToUsage, addUsage, periodsOf, usagePart } from './workspace-usage.store.ts';

const anyDay = eventPeriod('%');

type Sized = Pick<EventTable, 'workspaceId' | 'at' | 'payload'>;

/** Adds the size of events to the days of their workspaces, in the transaction that writes them. */
export async function addEventBytes(trx: DatabaseTransaction, rows: readonly Sized[]): Promise<void> {
  const sums = new Map<string, { workspaceId: string; day: string; bytes: number }>();
  let sum: { workspaceId: string; day: string; bytes: number } | undefined;
  for (const { workspaceId, at, payload } of rows) {
    const { day } = periodsOf(at);
    // Events of one run follow each other.
    if (sum?.workspaceId !== workspaceId || sum.day !== day) {
      const key = `${workspaceId} ${day}`;
      sum = sums.get(key) ?? { workspaceId, day, bytes: 0 };
      sums.set(key, sum);
    }
    sum.bytes += payload.length;
  }
  const inOrder = [...sums.entries()].toSorted(([a], [b]) => (a < b ? -1 : 1));
  for (const [, { workspaceId, day, bytes }] of inOrder)
    await addUsage(trx, [{ workspaceId, tokens: bytes, costUsd: 0 }], 0, [eventPeriod(day)]);
}

/** Takes the events of a run or call that is deleted from the day on which it began. */
export async function subtractEventBytes(
  trx: DatabaseTransaction,
  { workspaceId }: Scope,
  runId: string,
): Promise<void> {
  const { bytes, at } = await trx
    .selectFrom('event')
    .select((event) => [
      event.fn.sum<number | null>(sql`length(${sql.ref('payload')})`).as('bytes'),
      event.fn.min('at').as('at'),
    ])
    .where('workspaceId', '=', workspaceId)
    .where('runId', '=', runId)
    .executeTakeFirstOrThrow();
  if (!bytes) return;
  const period = eventPeriod(periodsOf(Number(at)).day);
  // A day that has been deleted as a whole stays so.
  const present = await trx
    .selectFrom('workspace_usage')
    .select('part')
    .where('workspaceId', '=', workspaceId)
    .where('period', '=', period)
    .limit(1)
    .executeTakeFirst();
  if (!present) return;
  await runKept(
    trx,
    'usage less',
    (place) => addToUsage(`values (${place()}, ${place()}, ${usagePart(trx)}, 0, ${place()}, 0)`),
    [workspaceId, period, -Number(bytes)],
  );
}

/** The bytes of a workspace's events, day by day, the oldest first. */
export async function eventDays(
  db: Database,
  { workspaceId }: Scope,
): Promise<{ day: string; bytes: number }[]> {
  const rows = await db
    .selectFrom('workspace_usage')
    .select(['period', (usage) => usage.fn.sum<number>('tokens').as('bytes')])
    .where('workspaceId', '=', workspaceId)
    .where('period', 'like', anyDay)
    .groupBy('period')
    .orderBy('period')
    .execute();
  return rows.map(({ period, bytes }) => ({ day: period.slice(0, 10), bytes: Math.max(0, Number(bytes)) }));
}

/** What was counted of whole days before `before`: their events are deleted, but for those that are kept by name. */
export async function forgetEventDays(db: Database, { workspaceId }: Scope, before: number): Promise<void> {
  await db
    .deleteFrom('workspace_usage')
    .where('workspaceId', '=', workspaceId)
    .where('period', 'like', anyDay)
    .where('period', '<', periodsOf(before).day)
    .execute();
}
