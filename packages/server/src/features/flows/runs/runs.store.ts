import { insertMany, recordsOf, toRecords } from '../../../platform/db/insert-many.ts';
import { runKept } from '../../../platform/db/kept-statement.ts';
import type { Database, DatabaseTransaction, RunTable } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import { isPostgres } from '../../../platform/db/sequence-column.ts';

export type RunEnd = Pick<
  RunTable,
  'status' | 'answer' | 'endedAt' | 'ms' | 'inputTokens' | 'outputTokens' | 'costUsd' | 'error'
>;

/** What the end of a run changes in its row. */
export const runEndColumns = [
  'status',
  'answer',
  'endedAt',
  'ms',
  'inputTokens',
  'outputTokens',
  'costUsd',
  'error',
] as const satisfies (keyof RunEnd)[];

function endText(place: () => string): string {
  const changes = runEndColumns.map((column) => `"${column}" = ${place()}`);
  return `update "run" set ${changes.join(', ')} where "id" = ${place()} and "ownerId" = ${place()} and "status" = 'running'`;
}

/** In one statement, however many there are. */
async function endRecords(
  db: Database | DatabaseTransaction,
  ends: readonly (RunEnd & { id: string })[],
  ownerId: string,
): Promise<Set<string>> {
  if (ends.length === 0) return new Set();
  const write = (place: () => string) => {
    const changes = runEndColumns.map((column) => `"${column}" = "given"."${column}"`);
    return `update "run" set ${changes.join(', ')} from ${recordsOf('run', place())} as "given"
      where "run"."id" = "given"."id" and "run"."ownerId" = ${place()} and "run"."status" = 'running' returning "run"."id"`;
  };
  const found = await runKept<{ id: string }>(db, 'end runs', write, [toRecords(ends), ownerId]);
  return new Set(found.rows.map(({ id }) => id));
}

/** Rows of runs. */
export function runStore(db: Database | DatabaseTransaction) {
  return {
    insert: (rows: readonly (Omit<RunTable, keyof RunEnd | 'isPublic'> & { status: 'running' })[]) =>
      insertMany(db, 'run', rows),

    /** Writes how runs ended; returns those that were still in progress, and owned by `ownerId`. */
    async end(ends: readonly (RunEnd & { id: string })[], ownerId: string): Promise<Set<string>> {
      const ended = new Set<string>();
      if (isPostgres(db)) return endRecords(db, ends, ownerId);
      for (const { id, ...end } of ends) {
        const values = runEndColumns.map((column) => end[column]);
        const { numAffectedRows } = await runKept(db, 'end run', endText, [...values, id, ownerId]);
        if (numAffectedRows !== undefined && numAffectedRows > 0n) ended.add(id);
      }
      return ended;
    },

    /**
     * The status of a run of `ownerId`; undefined when it has been deleted, or another process has ended it. Until the end
     * of the transaction nobody deletes it: what is written for it in there is deleted with it.
     */
    async statusOf(id: string, ownerId: string): Promise<RunTable['status'] | undefined> {
      const found = db.selectFrom('run').select('status').where('id', '=', id).where('ownerId', '=', ownerId);
      const row = await (isPostgres(db) ? found.forKeyShare() : found).executeTakeFirst();
      return row?.status;
    },

    /** Which of these runs are in progress and still owned by `ownerId`; they are not deleted before the end of the transaction. */
    async ownedOf(ids: readonly string[], ownerId: string): Promise<Set<string>> {
      const list = [...new Set(ids)];
      const held = isPostgres(db) ? ' for key share' : '';
      const write = (place: () => string) =>
        `select "id" from "run" where "ownerId" = ${place()} and "status" = 'running' and "id" in (${list.map(place).join(', ')})${held}`;
      const found = await runKept<{ id: string }>(db, `owned runs ${list.length}`, write, [ownerId, ...list]);
      return new Set(found.rows.map(({ id }) => id));
    },

    /** Leaves a run in progress without an owner: another process may take it. Returns whether it was `ownerId`'s. */
    async release(id: string, ownerId: string): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('run')
        .set({ ownerId: null })
        .where('id', '=', id)
        .where('ownerId', '=', ownerId)
        .where('status', '=', 'running')
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    find: (scope: Scope, id: string) =>
      db
        .selectFrom('run')
        .selectAll()
        .where('workspaceId', '=', scope.workspaceId)
        .where('id', '=', id)
        .executeTakeFirst(),

    /** The runs of a chat that are in progress, in whichever process. */
    openOfChat: (flowId: string, chatId: string) =>
      db
        .selectFrom('run')
        .select(['id', 'workspaceId'])
        .where('flowId', '=', flowId)
        .where('chatId', '=', chatId)
        .where('status', '=', 'running')
        .execute(),

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
