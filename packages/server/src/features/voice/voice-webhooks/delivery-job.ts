import { createHash } from 'node:crypto';
import type { Database, DatabaseTransaction } from '../../../platform/db/schema.ts';
import type { JobHandler, RunningJob } from '../../../platform/jobs/job-handler.ts';
import type { JobQueue } from '../../../platform/jobs/job-queue.ts';
import { ailingReceiverStore } from './ailing-receivers.store.ts';
import type { WebhookOutcome } from './send-webhook.ts';
import { type DeliveryRow, webhookDeliveryStore, webhookQueue } from './webhook-deliveries.store.ts';
import { nextDelayMs } from './webhook-schedule.ts';

/** One attempt to deliver a webhook. */
export const webhookJobKind = 'webhook-delivery';

interface DeliveryJobParts {
  db: Database;
  jobs: Pick<JobQueue, 'enqueue'>;
  /** Makes one attempt; throws only when `signal` has fired. */
  attempt(row: DeliveryRow, signal: AbortSignal): Promise<WebhookOutcome>;
  delaysMs: readonly number[];
  now(): number;
}

/** Requests to one receiver at a time, of all processes together; one while it fails, so that it delays nobody else. */
const mostPerReceiver = 4;

type Addressed = Pick<DeliveryRow, 'workspaceId' | 'id' | 'callId' | 'url' | 'origin'>;

/** Lets a delivery be attempted, in the transaction that writes it; events of a call to one address in their order. */
export async function enqueueAttempt(
  trx: DatabaseTransaction,
  jobs: Pick<JobQueue, 'enqueue'>,
  { workspaceId, id, callId, url, origin }: Addressed,
  runAt?: number,
): Promise<void> {
  const isAiling = await ailingReceiverStore(trx).has(origin);
  const order = createHash('sha256').update(`${callId} ${url}`).digest('hex').slice(0, 32);
  await jobs.enqueue(trx, {
    ...{ workspaceId, kind: webhookJobKind, lane: 'webhooks', subjectId: order, partId: id, key: id },
    ...{ place: `receiver ${origin}`, share: isAiling ? 1 : mostPerReceiver, isMoved: true },
    ...(runAt !== undefined && { runAt }),
  });
}

/** The same for deliveries that wait without an attempt: of a database that was restored, or written before. */
export async function enqueueMissingAttempts(
  trx: DatabaseTransaction,
  jobs: Pick<JobQueue, 'enqueue'>,
): Promise<void> {
  for (const row of await webhookQueue(trx).withoutAttempt(webhookJobKind))
    await enqueueAttempt(trx, jobs, row, row.nextAt ?? undefined);
}

/**
 * Sends what waits in the outbox. Each attempt is a job; the next one is written with the outcome of the one before.
 * After a crash an attempt is made again, under the same id.
 */
export function deliveryJob({ db, jobs, attempt, delaysMs, now }: DeliveryJobParts): JobHandler {
  /** Lets all processes know how a receiver is. */
  async function note(origin: string, isOk: boolean): Promise<void> {
    const receivers = ailingReceiverStore(db);
    if (!isOk) await receivers.add(origin, now());
    else if (await receivers.has(origin)) await receivers.remove(origin);
  }

  function changesOf(row: DeliveryRow, { isOk, isFinal, status, error, ms }: WebhookOutcome) {
    const attempts = row.attempts + 1;
    const delayMs = isOk || isFinal ? undefined : nextDelayMs(attempts, delaysMs);
    const state = isOk ? 'delivered' : delayMs === undefined ? 'failed' : 'waiting';
    const nextAt = delayMs === undefined ? null : now() + delayMs;
    return { state, attempts, lastStatus: status, lastError: error, lastMs: ms, nextAt } as const;
  }

  async function send(job: RunningJob): Promise<null> {
    const row = await webhookQueue(db).find(job.partId ?? '');
    // Deleted meanwhile, or done by an attempt that was asked for beside this one.
    if (row?.state !== 'waiting') return null;
    const outcome = await attempt(row, job.signal);
    await note(row.origin, outcome.isOk);
    const changes = changesOf(row, outcome);
    await job.advance({ done: 1, total: 1, checkpoint: null }, async (trx) => {
      await webhookQueue(trx).settle(row.id, changes);
      if (changes.nextAt !== null) await enqueueAttempt(trx, jobs, row, changes.nextAt);
    });
    return null;
  }

  return {
    ...{ kind: webhookJobKind, lane: 'webhooks', unit: 'parts', isEphemeral: true },
    run: send,
    // What could not even be tried again and again is shown as failed, and can be sent again from there.
    undo: async (trx, { workspaceId, partId }, why) => {
      if (why !== undefined && partId !== null)
        await webhookDeliveryStore(trx).fail({ workspaceId }, partId, why);
    },
  };
}
