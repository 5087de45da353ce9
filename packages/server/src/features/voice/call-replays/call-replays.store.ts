import type { Insertable } from 'kysely';
import type { Database, DatabaseTransaction } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import type { CallReplayTable } from '../../../platform/db/voice-tables.ts';
import { withoutJob } from '../../../platform/jobs/without-job.ts';

export type ReplayRow = Omit<CallReplayTable, 'seq'>;

const listed = [
  ...(['id', 'workspaceId', 'batchId', 'agentId', 'agentName', 'caller', 'sourceCallId', 'callId'] as const),
  ...(['version', 'versionNumber', 'way', 'status', 'startedAt', 'summary'] as const),
] as const;

/** Rows of replays. */
export function callReplayStore(db: Database | DatabaseTransaction) {
  const own = ({ workspaceId }: Scope) => db.selectFrom('call_replay').where('workspaceId', '=', workspaceId);

  return {
    insert: (rows: Insertable<CallReplayTable>[]) => db.insertInto('call_replay').values(rows).execute(),

    /** The newest batches, or those that a call was part of. */
    async batches(scope: Scope, callId: string | undefined, limit: number): Promise<string[]> {
      let rows = own(scope).select(['batchId', ({ fn }) => fn.max('seq').as('last')]);
      if (callId !== undefined)
        rows = rows.where((row) => row.or([row('sourceCallId', '=', callId), row('callId', '=', callId)]));
      const found = await rows.groupBy('batchId').orderBy('last', 'desc').limit(limit).execute();
      return found.map(({ batchId }) => batchId);
    },

    /** Without what was said. */
    ofBatches: (scope: Scope, batchIds: readonly string[]) =>
      batchIds.length === 0
        ? Promise.resolve([])
        : own(scope).select(listed).where('batchId', 'in', batchIds).orderBy('seq').execute(),

    find: (scope: Scope, batchId: string, id: string) =>
      own(scope).selectAll().where('batchId', '=', batchId).where('id', '=', id).executeTakeFirst(),

    /** For the job that runs it. */
    findOne: (scope: Scope, id: string) => own(scope).selectAll().where('id', '=', id).executeTakeFirst(),

    ofCall: (scope: Scope, callId: string) =>
      own(scope)
        .select(['id', 'callId'])
        .where((row) => row.or([row('sourceCallId', '=', callId), row('callId', '=', callId)]))
        .execute(),

    async remove(scope: Scope, ids: readonly string[]): Promise<void> {
      if (ids.length === 0) return;
      await db
        .deleteFrom('call_replay')
        .where('workspaceId', '=', scope.workspaceId)
        .where('id', 'in', ids)
        .execute();
    },
  };
}

/** Replays that wait or are under way. */
export function openReplayStore(db: Database | DatabaseTransaction) {
  return {
    /** Takes a replay over, which nobody else writes from then on; false when it has ended or was deleted. */
    async begin(ownerId: string, id: string): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('call_replay')
        .set({ ownerId })
        .where('id', '=', id)
        .where('status', '=', 'running')
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    /** Writes how it ended; false when others have ended or deleted it. */
    async finish(
      ownerId: string,
      { id, ...changes }: Pick<ReplayRow, 'id' | 'status' | 'callId' | 'summary' | 'compared'>,
    ): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('call_replay')
        .set(changes)
        .where('id', '=', id)
        .where('ownerId', '=', ownerId)
        .where('status', '=', 'running')
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    /** Those that are marked as under way although no job does them. */
    listAbandoned: () =>
      db
        .selectFrom('call_replay')
        .select('id')
        .where('status', '=', 'running')
        .where(
          withoutJob(
            { table: 'call_replay', id: 'id', jobColumn: 'subjectId' },
            { states: ['waiting', 'running'] },
          ),
        )
        .execute(),
  };
}
