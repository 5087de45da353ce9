import { insertMany } from '../db/insert-many.ts';
import type { Database, DatabaseTransaction, EventTable } from '../db/schema.ts';
import type { Scope } from '../db/scope.ts';
import { ownedFileStore } from '../files/owned-files.ts';

export type StoredEvent = Pick<EventTable, 'seq' | 'at' | 'payload'>;

export type NodeEventRow = StoredEvent & Pick<EventTable, 'runId'>;

/** What a node tells of itself; its steps are left out. */
const nodeKinds = ['node-start', 'node-end', 'node-error', 'node-skip', 'node-wait'];

const runsAtOnce = 200;

/** Rows of the event log. */
export function eventStore(db: Database | DatabaseTransaction) {
  return {
    insert: (rows: EventTable[]) => insertMany(db, 'event', rows, { skipsPresent: true }),

    read: (scope: Scope, runId: string, after: number): Promise<StoredEvent[]> =>
      db
        .selectFrom('event')
        .select(['seq', 'at', 'payload'])
        .where('runId', '=', runId)
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
        .where('kind', 'in', nodeKinds)
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
        .executeTakeFirst();
      return Number(row?.seq ?? 0);
    },

    /** Deletes whole runs of events, some at a time, so that nobody waits long for the database. */
    async removeOlder(before: number) {
      let count = 0;
      const unused: { workspaceId: string; sha256: string }[] = [];
      for (;;) {
        const runs = await db
          .selectFrom('event')
          .select(['runId', 'workspaceId'])
          .distinct()
          .where('at', '<', before)
          .limit(runsAtOnce)
          .execute();
        if (runs.length === 0) return { count, unused };
        const ids = runs.map((run) => run.runId);
        const { numDeletedRows } = await db
          .deleteFrom('event')
          .where('runId', 'in', ids)
          .where('at', '<', before)
          .executeTakeFirst();
        count += Number(numDeletedRows);
        for (const { runId, workspaceId } of runs) {
          const hashes = await ownedFileStore(db, 'run').removeAll({ workspaceId }, runId);
          unused.push(...hashes.map((sha256) => ({ workspaceId, sha256 })));
        }
      }
    },
  };
}
