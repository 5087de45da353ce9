import type { Query } from '@tendril/contract/api/endpoint';
import type { listRuns } from '@tendril/contract/api/runs';
import { sql } from 'kysely';
import { insertMany } from '../../../platform/db/insert-many.ts';
import { runKept } from '../../../platform/db/kept-statement.ts';
import type { Database, DatabaseTransaction, RunTable } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';

export type RunEnd = Pick<
  RunTable,
  'status' | 'answer' | 'endedAt' | 'ms' | 'inputTokens' | 'outputTokens' | 'costUsd' | 'error'
>;

type RunFilter = Omit<Query<typeof listRuns>, 'page' | 'limit'>;

function filtered(db: Database | DatabaseTransaction, scope: Scope, flowId: string, filter: RunFilter) {
  const { status, source, search, nodeId } = filter;
  let runs = db.selectFrom('run').where('workspaceId', '=', scope.workspaceId).where('flowId', '=', flowId);
  if (status) runs = runs.where('status', '=', status);
  if (source) runs = runs.where('source', '=', source);
  if (search) {
    const wanted = `%${search.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
    const inText = (column: 'question' | 'answer') =>
      sql<boolean>`lower(${sql.ref(column)}) like ${wanted} escape '\\'`;
    runs = runs.where((run) => run.or([inText('question'), inText('answer')]));
  }
  if (nodeId) {
    runs = runs.where(({ exists, selectFrom }) =>
      exists(
        selectFrom('event')
          .select('event.seq')
          .whereRef('event.runId', '=', 'run.id')
          .where('event.nodeId', '=', nodeId),
      ),
    );
  }
  return runs;
}

/** Rows of runs. */
export function runStore(db: Database | DatabaseTransaction) {
  return {
    insert: (row: Omit<RunTable, keyof RunEnd | 'isPublic'> & { status: 'running' }) =>
      insertMany(db, 'run', [row]),

    /** Writes how a run ended; returns whether it was still in progress, and owned by `ownerId`. */
    async end(id: string, ownerId: string, end: RunEnd): Promise<boolean> {
      const columns = Object.keys(end) as (keyof RunEnd)[];
      const write = (place: () => string) => {
        const changes = columns.map((column) => `"${column}" = ${place()}`);
        return `update "run" set ${changes.join(', ')} where "id" = ${place()} and "ownerId" = ${place()} and "status" = 'running'`;
      };
      const values = columns.map((column) => end[column]);
      const { numAffectedRows } = await runKept(db, `end run ${columns.join()}`, write, [
        ...values,
        id,
        ownerId,
      ]);
      return numAffectedRows !== undefined && numAffectedRows > 0n;
    },

    /** The status of a run of `ownerId`; undefined when it has been deleted, or another process has ended it. */
    async statusOf(id: string, ownerId: string): Promise<RunTable['status'] | undefined> {
      const row = await db
        .selectFrom('run')
        .select('status')
        .where('id', '=', id)
        .where('ownerId', '=', ownerId)
        .executeTakeFirst();
      return row?.status;
    },

    /** Which of these runs are in progress and still owned by `ownerId`. */
    async ownedOf(ids: readonly string[], ownerId: string): Promise<Set<string>> {
      const list = [...new Set(ids)];
      const write = (place: () => string) =>
        `select "id" from "run" where "ownerId" = ${place()} and "status" = 'running' and "id" in (${list.map(place).join(', ')})`;
      const found = await runKept<{ id: string }>(db, `owned runs ${list.length}`, write, [ownerId, ...list]);
      return new Set(found.rows.map(({ id }) => id));
    },

    find: (scope: Scope, id: string) =>
      db
        .selectFrom('run')
        .selectAll()
        .where('workspaceId', '=', scope.workspaceId)
        .where('id', '=', id)
        .executeTakeFirst(),

    page: (scope: Scope, flowId: string, filter: RunFilter, offset: number, limit: number) =>
      filtered(db, scope, flowId, filter)
        .selectAll()
        .orderBy('startedAt', 'desc')
        .orderBy('id')
        .offset(offset)
        .limit(limit)
        .execute(),

    async count(scope: Scope, flowId: string, filter: RunFilter): Promise<number> {
      const row = await filtered(db, scope, flowId, filter)
        .select((run) => run.fn.countAll<number>().as('count'))
        .executeTakeFirst();
      return Number(row?.count ?? 0);
    },

    async remove(scope: Scope, ids: readonly string[]): Promise<void> {
      await db
        .deleteFrom('run')
        .where('workspaceId', '=', scope.workspaceId)
        .where('id', 'in', ids)
        .execute();
    },
  };
}

/** Runs in progress that steps of another one have asked for. */
export function openInnerRuns(db: Database, { workspaceId }: Scope, parentId: string): Promise<RunTable[]> {
  return db
    .selectFrom('run')
    .selectAll()
    .where('parentId', '=', parentId)
    .where('workspaceId', '=', workspaceId)
    .where('status', '=', 'running')
    .execute();
}
