import { AppError } from '@tendril/contract/app-error';
import type { RunEvent } from '@tendril/contract/run-event';
import type { Checkpoint } from '@tendril/engine/checkpoint';
import type { Database, DatabaseTransaction, RunTable } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import type { EventLog } from '../../../platform/events/events.ts';
import type { SealedPlace } from '../../../platform/secrets/sealed-place.ts';
import type { Vault } from '../../../platform/secrets/vault.ts';
import { createEntry } from './event-entry.ts';
import type { LiveRun } from './live-run.ts';

/** A run that waits for a person, with its checkpoint. */
export interface WaitingRun {
  run: RunTable;
  checkpoint: Checkpoint;
}

/** Why a waiting run ended without a decision, in the words of its trace. */
export const asksElse = 'Another question was asked instead of a decision.';
export const wasStopped = 'The run was stopped.';

const placeOf = ({ workspaceId }: Scope, runId: string): SealedPlace => ({
  workspaceId,
  column: 'run_checkpoint.data',
  key: runId,
  label: 'Where this run stands',
  remedy: 'Stop it and ask again.',
});

/** The stored form of a checkpoint: sealed, because a caller may have sent secrets. */
export function sealCheckpoint(vault: Vault, { id, turn }: LiveRun, checkpoint: Checkpoint): string {
  return vault.seal(placeOf(turn, id), JSON.stringify(checkpoint));
}

/** The opened row of a waiting run. */
export function openWaiting(vault: Vault, { data, ...run }: RunTable & { data: string }): WaitingRun {
  return { run, checkpoint: JSON.parse(vault.open(placeOf(run, run.id), data)) as Checkpoint };
}

export function notWaiting(): AppError {
  return new AppError('CONFLICT', 'This run is no longer waiting for a decision.');
}

/** Checkpoints of waiting runs. */
export function waitingStore(db: Database | DatabaseTransaction) {
  const ofRuns = (scope: Scope) =>
    db
      .selectFrom('run')
      .innerJoin('run_checkpoint', 'run_checkpoint.runId', 'run.id')
      .selectAll('run')
      .select('run_checkpoint.data')
      .where('run.workspaceId', '=', scope.workspaceId)
      .where('run.status', '=', 'waiting');
  return {
    insert: ({ id: runId, turn }: LiveRun, data: string) =>
      db
        .insertInto('run_checkpoint')
        .values({ runId, workspaceId: turn.workspaceId, createdAt: Date.now(), data })
        .execute(),

    find: (scope: Scope, id: string) => ofRuns(scope).where('run.id', '=', id).executeTakeFirst(),

    findOfChat: (scope: Scope, flowId: string, chatId: string) =>
      ofRuns(scope)
        .where('run.flowId', '=', flowId)
        .where('run.chatId', '=', chatId)
        .orderBy('run.startedAt', 'desc')
        .executeTakeFirst(),

    /** Ends a run's waiting; returns whether it was still waiting. */
    async end(
      scope: Scope,
      id: string,
      changes: Pick<RunTable, 'status'> & Partial<Pick<RunTable, 'error'>>,
    ) {
      const { numUpdatedRows } = await db
        .updateTable('run')
        .set(changes)
        .where('id', '=', id)
        .where('workspaceId', '=', scope.workspaceId)
        .where('status', '=', 'waiting')
        .executeTakeFirst();
      if (numUpdatedRows === 0n) return false;
      await db.deleteFrom('run_checkpoint').where('runId', '=', id).execute();
      // The buttons must not be offered again.
      await db
        .updateTable('chat_message')
        .set({ action: null, ...(changes.status === 'cancelled' && { status: 'cancelled' as const }) })
        .where('runId', '=', id)
        .where('role', '=', 'apiMessage')
        .execute();
      return true;
    },
  };
}

/** Records a decision: of two concurrent ones, one is refused. Throws CONFLICT. */
export async function requireWaiting(trx: DatabaseTransaction, scope: Scope, id: string): Promise<void> {
  if (!(await waitingStore(trx).end(scope, id, { status: 'done' }))) throw notWaiting();
}

/** Ends a run that was left undecided, and logs why. */
export async function cancelWaiting(
  trx: DatabaseTransaction,
  events: EventLog,
  scope: Scope,
  id: string,
  message: string,
): Promise<void> {
  const error = { code: 'RUN_CANCELLED', message };
  const changes = { status: 'cancelled' as const, error: JSON.stringify(error) };
  if (!(await waitingStore(trx).end(scope, id, changes))) return;
  const run = await trx.selectFrom('run').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const end: RunEvent = { type: 'run-end', status: 'cancelled', ms: run.ms ?? 0, error };
  const seq = (await events.lastSeq(id, trx)) + 1;
  const owner = { ...run, versionNumber: run.versionNumber ?? 0 };
  await events.insert(trx, scope, events.prepareSmall(owner, [createEntry(seq, end)]));
}
