import { sql } from 'kysely';
import { databaseNow } from '../db/database-clock.ts';
import type { JobTable } from '../db/knowledge-tables.ts';
import type { Database, DatabaseTransaction } from '../db/schema.ts';
import type { Scope } from '../db/scope.ts';
import { isPostgres } from '../db/sequence-column.ts';

export type JobRow = JobTable;
type JobChanges = Partial<Omit<JobTable, 'id' | 'workspaceId' | 'kind'>>;

const openStates = ['waiting', 'running'] as const;

/** Rows of jobs. */
export function jobStore(db: Database | DatabaseTransaction) {
  const ofWorkspace = (scope: Scope) => db.selectFrom('job').where('workspaceId', '=', scope.workspaceId);

  return {
    insert: (row: JobRow) => db.insertInto('job').values(row).execute(),

    find: (scope: Scope, id: string) =>
      ofWorkspace(scope).selectAll().where('id', '=', id).executeTakeFirst(),

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

    async askCancel(scope: Scope, id: string): Promise<void> {
      await db
        .updateTable('job')
        .set({ isCancelAsked: 1, updatedAt: Date.now() })
        .where('workspaceId', '=', scope.workspaceId)
        .where('id', '=', id)
        .where('state', 'in', openStates)
        .execute();
    },

    async endWaiting(scope: Scope, id: string): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('job')
        .set({ state: 'cancelled', updatedAt: Date.now() })
        .where('workspaceId', '=', scope.workspaceId)
        .where('id', '=', id)
        .where('state', '=', 'waiting')
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    async removeOf(scope: Scope, subjectId: string): Promise<void> {
      await db
        .deleteFrom('job')
        .where('workspaceId', '=', scope.workspaceId)
        .where('subjectId', '=', subjectId)
        .execute();
    },
  };
}

/** No job of the same record is running. */
const isFree = sql<boolean>`not exists (
  select 1 from job other where other."subjectId" = job."subjectId" and other.state = 'running')`;

/** Jobs as runners see them: of every workspace. Leases go by the database's clock. */
export function jobQueue(db: Database | DatabaseTransaction) {
  const leased = (leaseMs: number) => databaseNow(db as Database, leaseMs);
  return {
    /** The next job that may run: due, or left behind by a dead process. */
    next(now: number): Promise<JobRow | undefined> {
      const query = db
        .selectFrom('job')
        .selectAll()
        .where((row) =>
          row.or([
            row.and([row('state', '=', 'running'), row('leasedUntil', '<', leased(0))]),
            row.and([row('state', '=', 'waiting'), row('runAt', '<=', now), isFree]),
          ]),
        )
        .orderBy('runAt')
        .orderBy('createdAt')
        .limit(1);
      return (isPostgres(db as Database) ? query.forUpdate().skipLocked() : query).executeTakeFirst();
    },

    async take(id: string, owner: string, now: number, leaseMs: number): Promise<void> {
      await db
        .updateTable('job')
        .set((row) => ({
          state: 'running' as const,
          leaseOwner: owner,
          leasedUntil: leased(leaseMs),
          attempts: row('attempts', '+', 1),
          updatedAt: now,
        }))
        .where('id', '=', id)
        .execute();
    },

    /**
     * Changes a job that is still leased to `owner`, extending it by `leaseMs` when given; false when it no longer is.
     */
    async change(id: string, owner: string, changes: JobChanges, leaseMs?: number): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('job')
        .set({
          ...changes,
          ...(leaseMs !== undefined && { leasedUntil: leased(leaseMs) }),
          updatedAt: Date.now(),
        })
        .where('id', '=', id)
        .where('leaseOwner', '=', owner)
        .where('state', '=', 'running')
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },
  };
}

/** Renews the leases of jobs. */
export function jobLeases(db: Database) {
  return {
    /** Extends the leases of `owner`; returns the jobs whose cancellation was requested. */
    async renew(owner: string, leaseMs: number): Promise<string[]> {
      await db
        .updateTable('job')
        .set({ leasedUntil: databaseNow(db, leaseMs) })
        .where('state', '=', 'running')
        .where('leaseOwner', '=', owner)
        .execute();
      const rows = await db
        .selectFrom('job')
        .select('id')
        .where('state', '=', 'running')
        .where('leaseOwner', '=', owner)
        .where('isCancelAsked', '=', 1)
        .execute();
      return rows.map(({ id }) => id);
    },

    /** For a database with a single process: whatever was running is free again. */
    async freeAll(): Promise<void> {
      await db.updateTable('job').set({ leasedUntil: 0 }).where('state', '=', 'running').execute();
    },

    /** Frees the jobs of dead processes; returns how many. */
    async freeUnowned(): Promise<number> {
      const { numUpdatedRows } = await db
        .updateTable('job')
        .set({ leasedUntil: 0 })
        .where('state', '=', 'running')
        .where('leasedUntil', '>', 0)
        .where((row) =>
          row.not(
            row.exists(row.selectFrom('process').select('id').whereRef('process.id', '=', 'job.leaseOwner')),
          ),
        )
        .executeTakeFirst();
      return Number(numUpdatedRows);
    },

    /** When the next job is due; one whose record is busy waits for that, not for a time. */
    async nextAt(): Promise<number | undefined> {
      const due = sql<number>`min(case when state = 'running' then "leasedUntil" else "runAt" end)`;
      const row = await db
        .selectFrom('job')
        .select(due.as('at'))
        .where('state', 'in', openStates)
        .where((one) => one.or([one('state', '=', 'running'), isFree]))
        .executeTakeFirst();
      return row?.at ?? undefined;
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
