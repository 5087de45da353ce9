import type { Query } from '@tendril/contract/api/endpoint';
import type { Execution, listExecutions } from '@tendril/contract/api/executions';
import { AppError } from '@tendril/contract/app-error';
import type { Database, DatabaseTransaction } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import { readPeriod } from '../chat-messages/public.ts';
import type { RunService } from '../runs/public.ts';
import { executionReads } from './execution-reads.ts';
import { executionStore } from './executions.store.ts';

interface ExecutionParts {
  db: Database;
  runs: Pick<RunService, 'read' | 'stop'>;
  /** Deletes runs with their events; the function it returns removes the files after the commit. */
  removeRuns(trx: DatabaseTransaction, scope: Scope, ids: readonly string[]): Promise<() => Promise<void>>;
}

export type ExecutionService = ReturnType<typeof createExecutionService>;

/** Runs of agent flows in Flowise's shape; they are read from the one event log. */
export function createExecutionService({ db, runs, removeRuns }: ExecutionParts) {
  const store = executionStore(db);

  const { chainOf, lastOf, describe, read, requireRow } = executionReads(store, runs);

  async function removeAll(scope: Scope, ids: readonly string[]): Promise<number> {
    const found = await Promise.all(ids.map((id) => store.find(scope, id)));
    const chains: string[] = [];
    let count = 0;
    for (const row of found) {
      if (!row || chains.includes(row.id)) continue;
      const last = await lastOf(scope, row);
      if (last.status === 'running' || last.status === 'waiting') await runs.stop(scope, last.id);
      chains.push(...(await chainOf(scope, last)).map(({ id }) => id));
      count += 1;
    }
    const removeFiles = await db.transaction().execute((trx) => removeRuns(trx, scope, chains));
    await removeFiles();
    return count;
  }

  return {
    read,

    async list(scope: Scope, query: Query<typeof listExecutions>) {
      const { page, limit, startDate, endDate, ...rest } = query;
      const filter = { ...rest, ...readPeriod({ startDate, endDate }) };
      const rows = await store.page(scope, filter, (page - 1) * limit, limit);
      const data: Execution[] = [];
      for (const row of rows) data.push(await describe(scope, row));
      return { data, total: await store.count(scope, filter) };
    },

    /** Throws NOT_FOUND for one that is not shared. */
    async readShared(id: string): Promise<Execution> {
      const scope = await store.findShared(id);
      if (!scope) throw new AppError('NOT_FOUND', 'Execution not found.');
      return read(scope, id);
    },

    async share(scope: Scope, id: string, isPublic: boolean): Promise<Execution> {
      const last = await lastOf(scope, await requireRow(scope, id));
      const chain = await chainOf(scope, last);
      await store.share(
        scope,
        chain.map((row) => row.id),
        isPublic,
      );
      return read(scope, id);
    },

    async remove(scope: Scope, id: string) {
      await requireRow(scope, id);
      return { success: true, deletedCount: await removeAll(scope, [id]) };
    },

    async removeMany(scope: Scope, ids: readonly string[]) {
      return { success: true, deletedCount: await removeAll(scope, ids) };
    },
  };
}
