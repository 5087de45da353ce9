import type { Insertable } from 'kysely';
import type { Database, DatabaseTransaction } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import { isPostgres } from '../../../platform/db/sequence-column.ts';
import type { SimulationResultTable, SimulationTable } from '../../../platform/db/voice-tables.ts';
import { withoutJob } from '../../../platform/jobs/without-job.ts';

type SimulationRow = Insertable<SimulationTable>;
export type ResultRow = Insertable<SimulationResultTable>;

/** Rows of test cases. */
export function simulationStore(db: Database | DatabaseTransaction) {
  const one = (scope: Scope, id: string) =>
    db.selectFrom('simulation').selectAll().where('workspaceId', '=', scope.workspaceId).where('id', '=', id);

  return {
    insert: (row: SimulationRow) => db.insertInto('simulation').values(row).execute(),

    listOf: (scope: Scope, agentId: string) =>
      db
        .selectFrom('simulation')
        .selectAll()
        .where('workspaceId', '=', scope.workspaceId)
        .where('agentId', '=', agentId)
        .orderBy('seq')
        .execute(),

    async countOf(scope: Scope, agentId: string): Promise<number> {
      const { count } = await db
        .selectFrom('simulation')
        .select(({ fn }) => fn.countAll<number | string>().as('count'))
        .where('workspaceId', '=', scope.workspaceId)
        .where('agentId', '=', agentId)
        .executeTakeFirstOrThrow();
      return Number(count);
    },

    find: (scope: Scope, id: string) => one(scope, id).executeTakeFirst(),

    /** Locks the row until the transaction ends. */
    findForChange: (scope: Scope, id: string) =>
      (isPostgres(db as Database) ? one(scope, id).forUpdate() : one(scope, id)).executeTakeFirst(),

    update: (scope: Scope, id: string, fields: string) =>
      db
        .updateTable('simulation')
        .set({ fields })
        .where('workspaceId', '=', scope.workspaceId)
        .where('id', '=', id)
        .execute(),

    /** Deletes a case with its results, in a transaction of the caller; returns whether it existed. */
    async remove(scope: Scope, id: string): Promise<boolean> {
      // First the case: runs that are being started hold it until their results are there.
      const { numDeletedRows } = await db
        .deleteFrom('simulation')
        .where('workspaceId', '=', scope.workspaceId)
        .where('id', '=', id)
        .executeTakeFirst();
      await db
        .deleteFrom('simulation_result')
        .where('workspaceId', '=', scope.workspaceId)
        .where('simulationId', '=', id)
        .execute();
      return numDeletedRows > 0n;
    },
  };
}

/** Results of test cases. */
export function simulationResultStore(db: Database | DatabaseTransaction) {
  const ofCase = (scope: Scope, simulationId: string) =>
    db
      .selectFrom('simulation_result')
      .selectAll()
      .where('workspaceId', '=', scope.workspaceId)
      .where('simulationId', '=', simulationId)
      .orderBy('seq', 'desc');

  return {
    insert: (rows: ResultRow[]) => db.insertInto('simulation_result').values(rows).execute(),

    /** Newest first. */
    listOf: (scope: Scope, simulationId: string, limit: number) =>
      ofCase(scope, simulationId).limit(limit).execute(),

    listById: async (scope: Scope, ids: readonly string[]) =>
      ids.length === 0
        ? []
        : db
            .selectFrom('simulation_result')
            .selectAll()
            .where('workspaceId', '=', scope.workspaceId)
            .where('id', 'in', ids)
            .execute(),

    lastOf: (scope: Scope, simulationId: string) => ofCase(scope, simulationId).limit(1).executeTakeFirst(),

    /** The results of runs that were started together. */
    batchOf: (scope: Scope, simulationId: string, startedAt: number) =>
      db
        .selectFrom('simulation_result')
        .select('status')
        .where('workspaceId', '=', scope.workspaceId)
        .where('simulationId', '=', simulationId)
        .where('startedAt', '=', startedAt)
        .execute(),

    lastPassed: (scope: Scope, simulationId: string) =>
      ofCase(scope, simulationId).where('status', '=', 'pass').limit(1).executeTakeFirst(),

    /** Deletes all but the newest, and the newest that passed. */
    forget: (scope: Scope, simulationId: string, kept: number) =>
      db
        .deleteFrom('simulation_result')
        .where('workspaceId', '=', scope.workspaceId)
        .where('simulationId', '=', simulationId)
        .where('status', '!=', 'running')
        .where('seq', '<', (query) =>
          query
            .selectFrom('simulation_result as newer')
            .select('newer.seq')
            .where('newer.simulationId', '=', simulationId)
            .orderBy('newer.seq', 'desc')
            .offset(kept - 1)
            .limit(1),
        )
        .where('seq', 'not in', (query) =>
          query
            .selectFrom('simulation_result as passed')
            .select('passed.seq')
            .where('passed.simulationId', '=', simulationId)
            .where('passed.status', '=', 'pass')
            .orderBy('passed.seq', 'desc')
            .limit(1),
        )
        .execute(),
  };
}

/** Results of runs that wait or are under way. */
export function openResultStore(db: Database | DatabaseTransaction) {
  return {
    /** Takes a run over, which nobody else writes from then on; false when it has ended or was deleted. */
    async begin(ownerId: string, id: string): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('simulation_result')
        .set({ ownerId })
        .where('id', '=', id)
        .where('status', '=', 'running')
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    /** Runs that are marked as under way although no job does them. */
    listAbandoned: () =>
      db
        .selectFrom('simulation_result')
        .select(['id', 'callId', 'result'])
        .where('status', '=', 'running')
        .where(
          withoutJob(
            { table: 'simulation_result', id: 'id', jobColumn: 'subjectId' },
            { states: ['waiting', 'running'] },
          ),
        )
        .execute(),

    /** Writes how a run ended, unless others have ended it. */
    finish: (
      ownerId: string,
      { id, status, callId, result }: Pick<ResultRow, 'id' | 'status' | 'callId' | 'result'>,
    ) =>
      db
        .updateTable('simulation_result')
        .set({ status, callId: callId ?? null, result })
        .where('id', '=', id)
        .where('ownerId', '=', ownerId)
        .where('status', '=', 'running')
        .execute(),
  };
}
