import type { Call } from '@tendril/contract/api/calls';
import type { BatchContactTable } from '../../../platform/db/batch-call-tables.ts';
import type { DatabaseTransaction } from '../../../platform/db/schema.ts';
import type { JobQueue } from '../../../platform/jobs/job-queue.ts';
import type { CallHook } from '../calls/public.ts';
import { batchCallStore } from './batch-calls.store.ts';
import { enqueueRound } from './batch-rounds.ts';
import { readSettings } from './batch-row.ts';
import { batchTryStore } from './batch-tries.store.ts';
import { afterTry, type TryOutcome, tryOutcome } from './try-outcome.ts';

/** How a try has ended. */
interface TryEnd {
  outcome: TryOutcome;
  error?: string | undefined;
  /** What was given with the call is not to be kept. */
  isPrivate?: boolean;
}

/** Ends a try, once: writes its outcome, and when the next one follows. */
export async function settleTry(
  trx: DatabaseTransaction,
  jobs: Pick<JobQueue, 'enqueue'>,
  contact: BatchContactTable,
  { outcome, error, isPrivate = false }: TryEnd,
): Promise<void> {
  const { batchId, callId } = contact;
  const batch = await batchCallStore(trx).find(contact, batchId);
  if (!batch || callId === null) return;
  const now = Date.now();
  const following = afterTry(contact, readSettings(batch), outcome, now);
  const isOver = following.state !== 'pending' || batch.state === 'stopped';
  const changes = isOver && outcome !== 'stopped' ? { state: outcome, outcome, ownerId: null } : following;
  await batchTryStore(trx).settle(callId, {
    ...changes,
    error: error ?? null,
    ...(isOver && isPrivate && { given: '{}' }),
  });
  if (batch.state === 'running') await enqueueRound(trx, jobs, batch, now);
}

/** Ends the try of a contact with the end of its call, in the same commit. */
export function settlingHook(jobs: Pick<JobQueue, 'enqueue' | 'poke'>): CallHook {
  const ofBatches = new WeakSet<Call>();
  return {
    async write(trx, { call, isPrivate }) {
      if (call.kind !== 'phone' || call.direction !== 'outbound') return;
      const contact = await batchTryStore(trx).findByCall(call.id);
      if (!contact) return;
      await settleTry(trx, jobs, contact, { outcome: tryOutcome(call), error: errorOf(call), isPrivate });
      ofBatches.add(call);
    },
    committed({ call }) {
      if (ofBatches.has(call)) jobs.poke();
    },
  };
}

/** What people may want to know who look why somebody was not reached. */
function errorOf(call: Call): string | undefined {
  return tryOutcome(call) === 'failed' ? (call.disconnectionReason ?? undefined) : undefined;
}
