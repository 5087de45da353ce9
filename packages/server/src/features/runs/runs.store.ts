import { insertMany } from '../../db/insert-many.ts';
import { runKept } from '../../db/kept-statement.ts';
import type { Database, DatabaseTransaction, RunTable } from '../../db/schema.ts';
import type { Scope } from '../../db/scope.ts';

export type RunEnd = Pick<
  RunTable,
  'status' | 'answer' | 'endedAt' | 'ms' | 'inputTokens' | 'outputTokens' | 'costUsd' | 'error'
>;

/** Rows of runs. */
export function runStore(db: Database | DatabaseTransaction) {
  return {
    insert: (row: Omit<RunTable, keyof RunEnd> & { status: 'running' }) => insertMany(db, 'run', [row]),

    /** Writes how a run ended; answers whether its row is still there. */
    async end(id: string, end: RunEnd): Promise<boolean> {
      const columns = Object.keys(end) as (keyof RunEnd)[];
      const write = (place: () => string) => {
        const changes = columns.map((column) => `"${column}" = ${place()}`);
        return `update "run" set ${changes.join(', ')} where "id" = ${place()}`;
      };
      const values = columns.map((column) => end[column]);
      const { numAffectedRows } = await runKept(db, `end run ${columns.join()}`, write, [...values, id]);
      return numAffectedRows !== undefined && numAffectedRows > 0n;
    },

    /** How far a run is; nothing when it has been deleted. */
    async statusOf(id: string): Promise<RunTable['status'] | undefined> {
      return (await db.selectFrom('run').select('status').where('id', '=', id).executeTakeFirst())?.status;
    },

    find: (scope: Scope, id: string) =>
      db
        .selectFrom('run')
        .selectAll()
        .where('workspaceId', '=', scope.workspaceId)
        .where('id', '=', id)
        .executeTakeFirst(),

    page: (scope: Scope, flowId: string, offset: number, limit: number) =>
      db
        .selectFrom('run')
        .selectAll()
        .where('workspaceId', '=', scope.workspaceId)
        .where('flowId', '=', flowId)
        .orderBy('startedAt', 'desc')
        .orderBy('id')
        .offset(offset)
        .limit(limit)
        .execute(),

    async count(scope: Scope, flowId: string): Promise<number> {
      const row = await db
        .selectFrom('run')
        .select((run) => run.fn.countAll<number>().as('count'))
        .where('workspaceId', '=', scope.workspaceId)
        .where('flowId', '=', flowId)
        .executeTakeFirst();
      return Number(row?.count ?? 0);
    },

    unfinished: () => db.selectFrom('run').selectAll().where('status', '=', 'running').execute(),

    async remove(scope: Scope, ids: readonly string[]): Promise<void> {
      await db
        .deleteFrom('run')
        .where('workspaceId', '=', scope.workspaceId)
        .where('id', 'in', ids)
        .execute();
    },
  };
}
