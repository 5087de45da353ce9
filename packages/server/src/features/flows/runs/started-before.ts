import type { Database } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import type { ContinueRun, runRecovery } from './run-recovery.ts';
import { runStore } from './runs.store.ts';

/** Finds runs that may have been started before a crash. */
export function startedBefore(db: Database, { adopt }: Pick<ReturnType<typeof runRecovery>, 'adopt'>) {
  return async <T>(scope: Scope, id: string, continueRun: ContinueRun<T>) => {
    const row = await runStore(db).find(scope, id);
    if (row?.status !== 'running') return row && { row };
    const resumed = await adopt(row, continueRun);
    return { row, ...(resumed && { resumed }) };
  };
}
