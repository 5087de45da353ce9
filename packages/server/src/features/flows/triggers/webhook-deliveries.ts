import { AppError } from '@tendril/contract/app-error';
import { mintOrderedId } from '../../../platform/db/ordered-id.ts';
import type { Database } from '../../../platform/db/schema.ts';
import type { JobQueue } from '../../../platform/jobs/job-queue.ts';
import type { RunnableFlow } from '../flows/public.ts';
import type { DeliveryMarks } from './delivery-marks.ts';
import type { FiringInput } from './firing-input.ts';
import { deliveryJobKind } from './firing-jobs.ts';
import { type FiringRow, type FiringRun, flowFiringStore } from './flow-firings.store.ts';
import { webhookDeliveryMarks } from './webhook-deliveries.store.ts';

/** A delivery: a new one to carry out, or one that has come before. */
type Taken =
  | { firing: FiringRow; isNew: true }
  | { firing: FiringRow; isNew: false; run: FiringRun | undefined };

const mostWaiting = 200;
/** A delivery that has started nothing for so long was lost with its process. */
const lostMs = 30_000;

/** Takes deliveries of webhooks, each once. */
export function createWebhookDeliveries({
  db,
  jobs,
  now,
}: {
  db: Database;
  jobs: Pick<JobQueue, 'enqueue' | 'poke'>;
  now(): number;
}) {
  const [store, marked] = [flowFiringStore(db), webhookDeliveryMarks(db)];

  async function repetition(flow: RunnableFlow, marks: DeliveryMarks): Promise<Taken> {
    const firing = await marked.findMarked(flow, flow.id, marks);
    if (!firing) throw new AppError('CONFLICT', 'This delivery is being removed. Send it again.');
    return { firing, isNew: false, run: await store.run(flow, firing.runId) };
  }

  return {
    /** For an answer in the same request. If the process died during a delivery, the repetition carries it out. */
    async take(flow: RunnableFlow, marks: DeliveryMarks, input: FiringInput): Promise<Taken> {
      const firing = newFiring(flow, marks, input, now());
      const isNew = await db.transaction().execute(async (trx) => {
        await webhookDeliveryMarks(trx).retire(flow, flow.id, marks, now());
        return flowFiringStore(trx).insert(firing);
      });
      if (isNew) return { firing, isNew };
      const known = await repetition(flow, marks);
      const isLost = !known.isNew && !known.run && known.firing.createdAt < now() - lostMs;
      if (!isLost || !(await marked.takeOver(known.firing, now()))) return known;
      return { firing: known.firing, isNew: true };
    },

    /** For a run in the background: on disk with its job when this resolves. Throws TOO_MANY_REQUESTS. */
    async queue(flow: RunnableFlow, marks: DeliveryMarks, input: FiringInput): Promise<Taken> {
      if ((await marked.countWaiting(flow, flow.id)) >= mostWaiting)
        throw new AppError(
          'TOO_MANY_REQUESTS',
          'Too many deliveries are waiting for this flow. Send it again later.',
        );
      const firing = newFiring(flow, marks, input, now());
      const isNew = await db.transaction().execute(async (trx) => {
        await webhookDeliveryMarks(trx).retire(flow, flow.id, marks, now());
        if (!(await flowFiringStore(trx).insert(firing))) return false;
        await enqueue(trx, firing);
        return true;
      });
      jobs.poke();
      return isNew ? { firing, isNew } : repetition(flow, marks);
    },

    /** Starts a run once more with what a firing has brought. */
    async repeat(first: FiringRow): Promise<FiringRow> {
      const id = mintOrderedId();
      const firing: FiringRow = {
        ...{ ...first, id, key: `repeat:${id}`, deliveryId: null, createdAt: now() },
        ...{ state: 'waiting', reason: null, runId: mintOrderedId() },
      };
      await db.transaction().execute(async (trx) => {
        await flowFiringStore(trx).insert(firing);
        await enqueue(trx, firing);
      });
      jobs.poke();
      return firing;
    },

    started: ({ workspaceId, id }: FiringRow) => store.settle({ workspaceId }, id, 'started'),
    failed: ({ workspaceId, id }: FiringRow, reason: string) =>
      store.settle({ workspaceId }, id, 'failed', reason),
  };

  async function enqueue(
    trx: Parameters<JobQueue['enqueue']>[0],
    { id, workspaceId }: FiringRow,
  ): Promise<void> {
    await jobs.enqueue(trx, { workspaceId, kind: deliveryJobKind, subjectId: id, partId: id });
  }
}

function newFiring(flow: RunnableFlow, marks: DeliveryMarks, input: FiringInput, at: number): FiringRow {
  const id = mintOrderedId();
  return {
    id,
    workspaceId: flow.workspaceId,
    flowId: flow.id,
    kind: 'webhook',
    key: marks.key ?? `new:${id}`,
    deliveryId: marks.deliveryId ?? null,
    dueAt: at,
    createdAt: at,
    state: 'waiting',
    reason: null,
    runId: mintOrderedId(),
    input: JSON.stringify(input),
  };
}

export type WebhookDeliveries = ReturnType<typeof createWebhookDeliveries>;
