import { AppError } from '@tendril/contract/app-error';
import type { Database, DatabaseTransaction } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import type { Egress } from '../../../platform/egress/egress.ts';
import type { JobQueue } from '../../../platform/jobs/job-queue.ts';
import { registerRecurring } from '../../../platform/jobs/recurring-job.ts';
import type { Vault } from '../../../platform/secrets/vault.ts';
import { ailingReceiverStore } from './ailing-receivers.store.ts';
import { askInbound, type InboundAnswer, type InboundQuestion } from './ask-inbound.ts';
import { deliveryJob, enqueueMissingAttempts } from './delivery-job.ts';
import { sendWebhook } from './send-webhook.ts';
import { webhookDeliveryStore, webhookQueue } from './webhook-deliveries.store.ts';
import { flowEndedEvent, webhookOutbox } from './webhook-outbox.ts';
import { webhookDelaysMs } from './webhook-schedule.ts';
import { createWebhookSecrets } from './webhook-secrets.ts';
import { webhookService } from './webhook-service.ts';

interface VoiceWebhookParts {
  db: Database;
  vault: Vault;
  egress: Egress;
  jobs: JobQueue;
  /** Throws NOT_FOUND when the workspace has no such agent. */
  requireAgent(scope: Scope, agentId: string): Promise<unknown>;
  /** The same for a flow, whose callbacks are sent beside. */
  requireFlow(scope: Scope, flowId: string): Promise<unknown>;
  timeoutMs: number;
  /** Of this server: receivers get absolute addresses. */
  publicUrl: string;
  /** Waits between attempts, and the clock they are measured by; replaced in tests. */
  delaysMs?: readonly number[];
  now?: () => number;
}

export type VoiceWebhooks = ReturnType<typeof createVoiceWebhooks>;

const ownerGone = { isOk: false, status: null, ms: 0, error: 'the sender was deleted', isFinal: true };

const inboundOwner = (flowId: string): string => `webhook:${flowId}`;

const hourMs = 3_600_000;
const keptMs = 30 * 24 * hourMs;

/**
 * Notifies the receivers of voice agents of calls: at least once, signed, initially in order. `enqueue` writes into the
 * transaction that writes the change; `poke`, after its commit, sends at once.
 */
export function createVoiceWebhooks(parts: VoiceWebhookParts) {
  const { db, vault, egress, jobs, requireAgent, timeoutMs, publicUrl, now = Date.now } = parts;
  const secrets = createWebhookSecrets(db, vault);
  const job = deliveryJob({
    ...{ db, jobs, delaysMs: parts.delaysMs ?? webhookDelaysMs, now },
    async attempt({ url, body, event, id: deliveryId, workspaceId, agentId }, signal) {
      // A call may outlive its agent; the secret that its receiver knows is gone by then.
      const require = event === flowEndedEvent ? parts.requireFlow : requireAgent;
      if (!(await isThere(require, { workspaceId }, agentId))) return ownerGone;
      const secret = await secrets.open({ workspaceId }, agentId);
      return sendWebhook(egress, { url, body, secret, deliveryId, event, timeoutMs, signal });
    },
  });
  jobs.register(job);
  jobs.onStart((trx) => enqueueMissingAttempts(trx, jobs));
  registerRecurring(jobs, {
    name: 'old-webhooks',
    everyMs: hourMs,
    async run() {
      await webhookQueue(db).removeEnded(now() - keptMs);
      await ailingReceiverStore(db).removeOld(now());
    },
  });
  const poke = () => jobs.poke();
  const isThere = (
    require: VoiceWebhookParts['requireAgent'],
    scope: Scope,
    ownerId: string,
  ): Promise<boolean> =>
    require(scope, ownerId).then(
      () => true,
      (error: unknown) => {
        if (error instanceof AppError && error.code === 'NOT_FOUND') return false;
        throw error;
      },
    );

  return {
    ...webhookOutbox({ jobs, now, publicUrl }),
    ...webhookService({ db, jobs, egress, secrets, requireAgent, timeoutMs, now, poke }),
    poke,

    /** Asks who shall take an incoming call; signed with the secret of `ownerId`, a number or an agent. */
    async askInbound(
      scope: Scope,
      ownerId: string,
      question: Omit<InboundQuestion, 'secret'>,
    ): Promise<InboundAnswer> {
      const secret = await secrets.open(scope, ownerId);
      return askInbound(egress, { ...question, secret }, timeoutMs);
    },

    /** The same for a phone number, whose owner the caller has looked up. */
    numberSecretHint: secrets.hint,
    renewNumberSecret: secrets.renew,
    removeNumberSecret: secrets.remove,

    /** Signs what is sent for a flow with a secret of its owner. */
    keepSecret: secrets.keep,
    /** The secret by which a flow knows the senders of its webhook: another one than it signs with itself. */
    openFlowSecret: (scope: Scope, flowId: string) => secrets.open(scope, inboundOwner(flowId)),
    flowSecretHint: (scope: Scope, flowId: string) => secrets.hint(scope, inboundOwner(flowId)),
    renewFlowSecret: (scope: Scope, flowId: string) => secrets.renew(scope, inboundOwner(flowId)),

    /** Deletes the deliveries, sent or waiting, of a call that is being deleted. */
    removeOfCall: (trx: DatabaseTransaction, scope: Scope, callId: string) =>
      webhookDeliveryStore(trx).removeOf(scope, { callId }),

    /** The same for all calls of an agent that is being deleted, with its secret. */
    async removeOfAgent(trx: DatabaseTransaction, scope: Scope, agentId: string): Promise<void> {
      await webhookDeliveryStore(trx).removeOf(scope, { agentId });
      await secrets.remove(trx, scope, agentId);
    },

    /** The same for the callbacks of a flow, with both its secrets. */
    async removeOfFlow(trx: DatabaseTransaction, scope: Scope, flowId: string): Promise<void> {
      await webhookDeliveryStore(trx).removeOf(scope, { agentId: flowId });
      for (const ownerId of [flowId, inboundOwner(flowId)]) await secrets.remove(trx, scope, ownerId);
    },
  };
}
