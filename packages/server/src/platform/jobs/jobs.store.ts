import { sql } from 'kysely';
import type { JobTable } from '../db/knowledge-tables.ts';
import type { Database, DatabaseTransaction } from '../db/schema.ts';
import type { Scope } from '../db/scope.ts';

export type JobRow = JobTable;
type JobChanges = Partial<Omit<JobTable, 'id' | 'workspaceId' | 'kind'>>;

/** As in the index; databases recognize it by its words. */
const waitsUnderKey = sql<boolean>`state = 'waiting' and key is not null`;
/** The key of a row of `job`, unless another one waits under it. */
const freeKey = sql<string | null>`case when exists (select 1 from job other where other.state = 'waiting'
  and other."workspaceId" = job."workspaceId" and other.kind = job.kind and other.key = job.key
  and other.id <> job.id) then null else job.key end`;
/** Whether a row is what was read of it: each claim and each death shows in it. */
const isAsRead = (read?: JobRow) =>
  sql<boolean>`"updatedAt" = ${read?.updatedAt ?? null} and deaths = ${read?.deaths ?? null}`;
const openStates = ['waiting', 'running', 'paused'] as const;

/** Rows of jobs. */
export function jobStore(db: Database | DatabaseTransaction) {
  const ofWorkspace = (scope: Scope) => db.selectFrom('job').where('workspaceId', '=', scope.workspaceId);

  return {
    /** Inserts a job; false when one with its key waits already. */
    async insert(row: JobRow): Promise<boolean> {
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('job')
        .values(row)
        .onConflict((conflict) =>
          conflict.columns(['workspaceId', 'kind', 'key']).where(waitsUnderKey).doNothing(),
        )
        .executeTakeFirst();
      return (numInsertedOrUpdatedRows ?? 0n) > 0n;
    },

    find: (scope: Scope, id: string) =>
      ofWorkspace(scope).selectAll().where('id', '=', id).executeTakeFirst(),

    /** The one that waits under a key. */
    findWaiting: (scope: Scope, kind: string, key: string) =>
      ofWorkspace(scope)
        .selectAll()
        .where('kind', '=', kind)
        .where('key', '=', key)
        .where('state', '=', 'waiting')
        .executeTakeFirst(),

    async askCancel(scope: Scope, id: string): Promise<void> {
      await db
        .updateTable('job')
        .set({ isCancelAsked: 1, updatedAt: Date.now() })
        .where('workspaceId', '=', scope.workspaceId)
        .where('id', '=', id)
        .where('state', 'in', openStates)
        .execute();
    },

    async askPause(scope: Scope, id: string): Promise<void> {
      await db
        .updateTable('job')
        .set({ isPauseAsked: 1 })
        .where('workspaceId', '=', scope.workspaceId)
        .where('id', '=', id)
        .where('state', '=', 'running')
        .execute();
    },

    /** Changes a job that is in the state `from`; false when it is not. */
    async move(scope: Scope, id: string, from: JobRow['state'], changes: JobChanges): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('job')
        .set({ ...changes, updatedAt: Date.now() })
        .where('workspaceId', '=', scope.workspaceId)
        .where('id', '=', id)
        .where('state', '=', from)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    async removeOf(scope: Scope, subjectId: string): Promise<string[]> {
      const rows = await db
        .deleteFrom('job')
        .where('workspaceId', '=', scope.workspaceId)
        .where('subjectId', '=', subjectId)
        .returning('id')
        .execute();
      return rows.map(({ id }) => id);
    },

    async removeEnded(before: number): Promise<void> {
      await db
        .deleteFrom('job')
        .where('state', 'in', ['done', 'failed', 'cancelled'])
        .where('updatedAt', '<', before)
        .execute();
    },
  };
}

/** Lists of jobs. */
export function jobLists(db: Database) {
  const ofWorkspace = (scope: Scope) => db.selectFrom('job').where('workspaceId', '=', scope.workspaceId);

  return {
    /** Those of some records that have not ended. */
    listOpen: (scope: Scope, subjectIds: readonly string[]) =>
      ofWorkspace(scope)
        .selectAll()
        .where('subjectId', 'in', subjectIds.length > 0 ? subjectIds : [''])
        .where('state', 'in', openStates)
        .orderBy('createdAt')
        .execute(),

    listLatest: (scope: Scope, subjectId: string, limit: number) =>
      ofWorkspace(scope)
        .selectAll()
        .where('subjectId', '=', subjectId)
        .orderBy('createdAt', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .execute(),

    /** Those that failed for good, the latest first. */
    listFailed: (scope: Scope, limit: number) =>
      ofWorkspace(scope)
        .selectAll()
        .where('state', '=', 'failed')
        .orderBy('updatedAt', 'desc')
        .limit(limit)
        .execute(),
  };
}

/** Jobs as the processes see them that do them: of every workspace. */
export function jobClaims(db: Database | DatabaseTransaction) {
  return {
    /** Claims waiting jobs; returns those that were still waiting. */
    take: (ids: readonly string[], owner: string): Promise<JobRow[]> =>
      db
        .updateTable('job')
        .set({ state: 'running', leaseOwner: owner, updatedAt: Date.now() })
        .where('id', 'in', ids.length > 0 ? ids : [''])
        .where('state', '=', 'waiting')
        .returningAll()
        .execute(),

    /**
     * Changes a job that `owner` does; false when it no longer does. One that goes back to the line waits under its key
     * only where no other does: that one has come since. `read`: false also when it was claimed again since it was read.
     */
    async change(id: string, owner: string, changes: JobChanges, read?: JobRow): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('job')
        .set({ ...changes, ...(changes.state === 'waiting' && { key: freeKey }), updatedAt: Date.now() })
        .where('id', '=', id)
        .where('leaseOwner', '=', owner)
        .where('state', '=', 'running')
        .$if(read !== undefined, (some) => some.where(isAsRead(read)))
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    /** Deletes a job that `owner` does; false when it no longer does. */
    async remove(id: string, owner: string): Promise<boolean> {
      const { numDeletedRows } = await db
        .deleteFrom('job')
        .where('id', '=', id)
        .where('leaseOwner', '=', owner)
        .where('state', '=', 'running')
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },

    /** When the waiting jobs of a while are due. */
    async dueBetween(after: number, before: number, limit: number): Promise<number[]> {
      const rows = await db
        .selectFrom('job')
        .select('runAt')
        .distinct()
        .where('state', '=', 'waiting')
        .where('runAt', '>', after)
        .where('runAt', '<=', before)
        .orderBy('runAt')
        .limit(limit)
        .execute();
      return rows.map(({ runAt }) => Number(runAt));
    },

    /** Those of some jobs that `owner` does. */
    ownedOf: (owner: string, ids: readonly string[]): Promise<JobRow[]> =>
      db
        .selectFrom('job')
        .selectAll()
        .where('state', '=', 'running')
        .where('leaseOwner', '=', owner)
        .where('id', 'in', ids.length > 0 ? ids : [''])
        .execute(),

    /** The jobs that are marked as running although their process is gone. */
    abandoned: (owner: string): Promise<JobRow[]> =>
      db
        .selectFrom('job')
        .selectAll()
        .where('state', '=', 'running')
        .where('leaseOwner', '!=', owner)
        .where((row) =>
          row.not(
            row.exists(row.selectFrom('process').select('id').whereRef('process.id', '=', 'job.leaseOwner')),
          ),
        )
        .execute(),
  };
}

/** What is asked of jobs under way, and what they say of themselves. */
export function jobNotes(db: Database) {
  return {
    /** Whether other records' jobs wait for the end of a job, and none of its own record, which would then be overtaken. */
    async isWaitedFor({
      lane,
      queue,
      subjectId,
    }: Pick<JobRow, 'lane' | 'queue' | 'subjectId'>): Promise<boolean> {
      const waiting = await db
        .selectFrom('job')
        .select(sql<number>`sum(case when "subjectId" = ${subjectId} then 1 else 0 end)`.as('own'))
        .select((row) => row.fn.countAll<number>().as('all'))
        .where('state', '=', 'waiting')
        .where('lane', '=', lane)
        .where('queue', '=', queue)
        .where('runAt', '<=', Date.now())
        .executeTakeFirst();
      return Number(waiting?.all ?? 0) > 0 && Number(waiting?.own ?? 0) === 0;
    },

    /** The jobs of `owner` that are to end or to pause. */
    unwanted: (owner: string) =>
      db
        .selectFrom('job')
        .select(['id', 'isCancelAsked'])
        .where('state', '=', 'running')
        .where('leaseOwner', '=', owner)
        .where((row) => row.or([row('isCancelAsked', '=', 1), row('isPauseAsked', '=', 1)]))
        .execute(),

    /** Notes what a job is at; that is no progress. */
    async describe(id: string, owner: string, stage: string): Promise<void> {
      await db
        .updateTable('job')
        .set({ stage })
        .where('id', '=', id)
        .where('leaseOwner', '=', owner)
        .where('state', '=', 'running')
        .execute();
    },
  };
}
