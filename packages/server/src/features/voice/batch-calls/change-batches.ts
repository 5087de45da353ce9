import type { BatchCall } from '@tendril/contract/api/batch-calls';
import { AppError } from '@tendril/contract/app-error';
import type { BatchCallTable } from '../../../platform/db/batch-call-tables.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import { batchCallStore } from './batch-calls.store.ts';
import type { BatchParts } from './batch-calls.ts';
import { batchContactStore } from './batch-contacts.store.ts';
import { enqueueRound } from './batch-rounds.ts';

interface Reading {
  require(scope: Scope, id: string): Promise<BatchCallTable>;
  read(scope: Scope, id: string): Promise<BatchCall>;
}

const open = ['scheduled', 'running', 'paused'] as const;

/** Pausing, resuming, stopping and deleting batches. */
export function changeBatches(
  { db, jobs, calls }: Pick<BatchParts, 'db' | 'jobs' | 'calls'>,
  { require, read }: Reading,
) {
  /** Moves a batch to another state, and looks at it. Throws CONFLICT for one that is in none of `from`. */
  async function move(
    scope: Scope,
    id: string,
    from: readonly BatchCall['state'][],
    changes: Partial<BatchCallTable>,
  ): Promise<void> {
    const row = await require(scope, id);
    const isOver = changes.state === 'stopped';
    await db.transaction().execute(async (trx) => {
      if (!(await batchCallStore(trx).change(scope, id, from, changes)))
        throw new AppError('CONFLICT', `This batch call is ${row.state}.`);
      if (isOver) await batchContactStore(trx).cancelPending({ ...scope, batchId: id });
      await enqueueRound(trx, jobs, row, Math.max(Date.now(), isOver ? 0 : row.scheduledAt));
    });
    jobs.poke();
  }

  return {
    async pause(scope: Scope, id: string): Promise<BatchCall> {
      await move(scope, id, ['scheduled', 'running'], { state: 'paused', pauseReason: null });
      return read(scope, id);
    },

    async resume(scope: Scope, id: string): Promise<BatchCall> {
      await move(scope, id, ['paused'], { state: 'scheduled', pauseReason: null, refusals: 0 });
      return read(scope, id);
    },

    async stop(scope: Scope, id: string, endsCalls: boolean): Promise<BatchCall> {
      await move(scope, id, open, { state: 'stopped', endedAt: Date.now() });
      if (endsCalls) {
        const calling = await batchContactStore(db).calling({ ...scope, batchId: id });
        await Promise.all(
          calling.map(({ callId }) => calls.stop(scope, callId ?? '').catch(() => undefined)),
        );
      }
      return read(scope, id);
    },

    /** Throws CONFLICT while it is not over, or calls of it are in progress. */
    async remove(scope: Scope, id: string): Promise<void> {
      const { state, counts } = await read(scope, id);
      if ((state !== 'done' && state !== 'stopped') || (counts.calling ?? 0) > 0)
        throw new AppError('CONFLICT', 'Stop the batch call and let its calls end first.');
      await batchCallStore(db).remove(scope, id);
    },
  };
}
