import type { WebhookDelivery } from '@tendril/contract/api/voice-webhooks';
import { AppError } from '@tendril/contract/app-error';
import { mintOrderedId } from '../../../platform/db/ordered-id.ts';
import type { Database } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import type { Egress } from '../../../platform/egress/egress.ts';
import type { JobQueue } from '../../../platform/jobs/job-queue.ts';
import { enqueueAttempt, webhookJobKind } from './delivery-job.ts';
import { madeUpCall } from './made-up-call.ts';
import { sendWebhook, type WebhookOutcome } from './send-webhook.ts';
import { type DeliverySummary, webhookDeliveryStore } from './webhook-deliveries.store.ts';
import type { WebhookSecrets } from './webhook-secrets.ts';

interface WebhookServiceParts {
  db: Database;
  jobs: Pick<JobQueue, 'enqueue'>;
  egress: Egress;
  secrets: WebhookSecrets;
  /** Throws NOT_FOUND when the workspace has no such agent. */
  requireAgent(scope: Scope, agentId: string): Promise<unknown>;
  timeoutMs: number;
  now(): number;
  poke(): void;
}

const shownDeliveries = 50;

/** What people do with the webhooks of an agent. */
export function webhookService({
  db,
  jobs,
  egress,
  secrets,
  requireAgent,
  timeoutMs,
  now,
  poke,
}: WebhookServiceParts) {
  const store = webhookDeliveryStore(db);

  return {
    async list(scope: Scope, agentId: string): Promise<WebhookDelivery[]> {
      await requireAgent(scope, agentId);
      return (await store.list(scope, agentId, shownDeliveries)).map(toDelivery);
    },

    /** Restarts a delivery, under the same id. */
    async resend(scope: Scope, agentId: string, deliveryId: string): Promise<WebhookDelivery> {
      const find = async () => {
        const row = await store.find(scope, agentId, deliveryId);
        if (!row) throw new AppError('NOT_FOUND', 'Delivery not found.');
        return row;
      };
      const known = await find();
      await db.transaction().execute(async (trx) => {
        const isAgain = await webhookDeliveryStore(trx).again(scope, known, now(), webhookJobKind);
        if (isAgain) await enqueueAttempt(trx, jobs, known);
      });
      const row = await find();
      poke();
      return toDelivery(row);
    },

    /** Sends a made-up call to an address that need not be saved yet. */
    async test(scope: Scope, agentId: string, url: string): Promise<Omit<WebhookOutcome, 'isFinal'>> {
      await requireAgent(scope, agentId);
      const secret = await secrets.open(scope, agentId);
      const event = 'call_ended';
      const body = JSON.stringify({ event, call: madeUpCall(agentId, Date.now()) });
      const deliveryId = `test_${mintOrderedId()}`;
      const request = { url, body, secret, deliveryId, event, timeoutMs };
      const { isOk, status, ms, error } = await sendWebhook(egress, request);
      return { isOk, status, ms, error };
    },

    secretHint: async (scope: Scope, agentId: string) => {
      await requireAgent(scope, agentId);
      return secrets.hint(scope, agentId);
    },

    renewSecret: async (scope: Scope, agentId: string) => {
      await requireAgent(scope, agentId);
      return secrets.renew(scope, agentId);
    },
  };
}

function toDelivery(row: DeliverySummary): WebhookDelivery {
  const { id, event, callId, url, state, attempts, lastStatus, lastError, lastMs, createdAt, nextAt } = row;
  return { id, event, callId, url, state, attempts, lastStatus, lastError, lastMs, createdAt, nextAt };
}
