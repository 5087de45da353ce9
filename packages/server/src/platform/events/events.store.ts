import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import { createRests } from '../db/create-rests.ts';
import { weekMs } from '../db/event-partitions/week.ts';
import { insertMany } from '../db/insert-many.ts';
import { isOrderedId, timeOfOrderedId } from '../db/ordered-id.ts';
import type { Database, DatabaseTransaction, EventTable, Schema } from '../db/schema.ts';
import type { Scope } from '../db/scope.ts';
import { ownedFileStore } from '../files/owned-files.ts';

export type StoredEvent = Pick<EventTable, 'seq' | 'at' | 'payload'>;

export type NodeEventRow = StoredEvent & Pick<EventTable, 'runId'>;

/** The events that a node emits itself, without its steps. */
export const nodeKinds: ReadonlySet<string> = new Set([
  'node-start',
  'node-end',
  'node-error',
  'node-skip',
  'node-wait',
  'node-retry',
]);

/** Few enough that other queries wait for milliseconds only. */
const eventsAtOnce = 200;

type OldEvent = Pick<EventTable, 'runId' | 'seq' | 'workspaceId' | 'at'>;

/** Rows of the event log. */
export function eventStore(db: Database | DatabaseTransaction) {
  return {
    insert: (rows: EventTable[]) => insertMany(db, 'event', rows, { skipsPresent: true, leavesUndo: true }),

    read: (scope: Scope, runId: string, after: number): Promise<StoredEvent[]> =>
      db
        .selectFrom('event')
        .select(['seq', 'at', 'payload'])
        .where('runId', '=', runId)
        .where('at', '>=', earliest(runId))
        .where('seq', '>', after)
        .where('workspaceId', '=', scope.workspaceId)
        .orderBy('seq')
        .execute(),

    readOfNode: (scope: Scope, runIds: readonly string[], nodeId: string): Promise<NodeEventRow[]> =>
      db
        .selectFrom('event')
        .select(['runId', 'seq', 'at', 'payload'])
        .where('runId', 'in', runIds)
        .where('nodeId', '=', nodeId)
        .where('kind', 'in', [...nodeKinds])
        .where('workspaceId', '=', scope.workspaceId)
        .orderBy('seq')
        .execute(),

    remove: (scope: Scope, runId: string) =>
      db
        .deleteFrom('event')
        .where('workspaceId', '=', scope.workspaceId)
        .where('runId', '=', runId)
        .execute(),

    async lastSeq(runId: string): Promise<number> {
      const row = await db
        .selectFrom('event')
        .select((event) => event.fn.max('seq').as('seq'))
        .where('runId', '=', runId)
        .where('at', '>=', earliest(runId))
        .executeTakeFirst();
      return Number(row?.seq ?? 0);
    },

    /**
     * Deletes a workspace's older events, in batches with a pause between; not those of runs and calls that are not over,
     * or that are kept.
     */
    async removeOlder(scope: Scope, before: number) {
      let count = 0;
      let from = 0;
      const rest = createRests();
      const unused: { workspaceId: string; sha256: string }[] = [];
      for (;;) {
        const old: OldEvent[] = await db
          .selectFrom('event')
          .select(['runId', 'seq', 'workspaceId', 'at'])
          .where('workspaceId', '=', scope.workspaceId)
          .where('at', '>=', from)
          .where('at', '<', before)
          .where(isOver)
          .orderBy('at')
          .limit(eventsAtOnce)
          .execute();
        if (old.length === 0) return { count, unused };
        // Those that stay are passed over once, not again by every batch.
        from = Number(old[0]?.at ?? from);
        for (const last of lastOfRuns(old)) {
          count += await removeUpTo(db, last, before);
          const { workspaceId } = last;
          const hashes = await forgetFiles(db, last);
          unused.push(...hashes.map((sha256) => ({ workspaceId, sha256 })));
          await rest();
        }
      }
    },
  };
}

/** Before this there is no event of a run: the tables of earlier weeks are not opened. */
function earliest(runId: string): number {
  return isOrderedId(runId) ? timeOfOrderedId(runId) - weekMs : 0;
}

/** Of a run or call that has ended and is not kept, or that is gone. */
export function isOver(where: ExpressionBuilder<Schema, 'event'>): Expression<SqlBool> {
  const isOpen = (table: 'run' | 'call', states: ('running' | 'waiting' | 'registered' | 'ongoing')[]) =>
    where.exists(
      where
        .selectFrom(table)
        .select(`${table}.id`)
        .whereRef(`${table}.id`, '=', 'event.runId')
        .where(`${table}.status`, 'in', states as never[]),
    );
  const isKept = where.exists(
    where
      .selectFrom('kept_record')
      .select('kept_record.id')
      .whereRef('kept_record.workspaceId', '=', 'event.workspaceId')
      .where('kept_record.kind', 'in', ['run', 'call'])
      .whereRef('kept_record.id', '=', 'event.runId'),
  );
  const isOpenRun = isOpen('run', ['running', 'waiting']);
  return where.not(where.or([isOpenRun, isOpen('call', ['registered', 'ongoing']), isKept]));
}

function lastOfRuns(events: readonly OldEvent[]): OldEvent[] {
  const last = new Map<string, OldEvent>();
  for (const event of events)
    if (event.seq >= (last.get(event.runId)?.seq ?? 0)) last.set(event.runId, event);
  return [...last.values()];
}

async function removeUpTo(
  db: Database | DatabaseTransaction,
  { runId, seq }: OldEvent,
  before: number,
): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('event')
    .where('runId', '=', runId)
    .where('seq', '<=', seq)
    .where('at', '<', before)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** The contents that are no longer used once the last event of a run is deleted. */
export async function forgetFiles(
  db: Database | DatabaseTransaction,
  { runId, workspaceId }: Pick<OldEvent, 'runId' | 'workspaceId'>,
): Promise<string[]> {
  const left = await db.selectFrom('event').select('seq').where('runId', '=', runId).limit(1).execute();
  return left.length > 0 ? [] : ownedFileStore(db, 'run').removeAll({ workspaceId }, runId);
}
