import type { Call } from '@tendril/contract/api/calls';
import type { VoiceAgentSettings, webhookEvents } from '@tendril/contract/voice/voice-agent';
import { mintOrderedId } from '../../../platform/db/ordered-id.ts';
import type { DatabaseTransaction } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import type { JobQueue } from '../../../platform/jobs/job-queue.ts';
import { enqueueAttempt } from './delivery-job.ts';
import { toRetellCall } from './to-retell-call.ts';
import { webhookDeliveryStore } from './webhook-deliveries.store.ts';

type WebhookEventName = (typeof webhookEvents)[number];

/** Where an agent sends its events; of the version that the call runs under. */
type WebhookTarget = Pick<VoiceAgentSettings, 'webhookUrl' | 'webhookEvents'>;

/** The event of a flow that has ended; those of agents are named by their settings. */
export const flowEndedEvent = 'flow_ended';

interface FlowNotice {
  flowId: string;
  runId: string;
  url: string;
  /** The whole body. */
  payload: object;
}

interface WebhookNotice {
  agentId: string;
  event: WebhookEventName;
  callId: string;
  /** What is sent as `call`. Stored as it is: for an agent that stores no sensitive data it must hold none. */
  payload: object;
  target: WebhookTarget;
}

interface OutboxParts {
  jobs: Pick<JobQueue, 'enqueue'>;
  now(): number;
  publicUrl: string;
}

type Deliveries = ReturnType<typeof webhookDeliveryStore>;

/** Events waiting to be sent: written in the transaction of the change they report, or not at all. */
export function webhookOutbox({ jobs, now, publicUrl }: OutboxParts) {
  async function put(trx: DatabaseTransaction, row: Parameters<Deliveries['insertOnce']>[0]): Promise<void> {
    if (await webhookDeliveryStore(trx).insertOnce(row)) await enqueueAttempt(trx, jobs, row);
  }

  /** Stores an event for its receiver in the caller's transaction; once, however often it is enqueued. */
  async function enqueue(trx: DatabaseTransaction, scope: Scope, notice: WebhookNotice): Promise<void> {
    const { webhookUrl: url, webhookEvents: wanted } = notice.target;
    const { agentId, event, callId } = notice;
    const origin = URL.parse(url)?.origin;
    if (origin === undefined || !wanted.includes(event)) return;
    const at = now();
    const body = JSON.stringify({ event, call: notice.payload });
    const { workspaceId } = scope;
    const row = { id: mintOrderedId(at), workspaceId, agentId, callId, event, url, origin, body };
    await put(trx, { ...row, ...untried(at) });
  }

  return {
    enqueue,

    /** The same for the end of a flow's run, to the address that the flow names. */
    async enqueueFlow(trx: DatabaseTransaction, { workspaceId }: Scope, notice: FlowNotice): Promise<void> {
      const { flowId, runId, url, payload } = notice;
      const origin = URL.parse(url)?.origin;
      if (origin === undefined) return;
      const at = now();
      const ids = { id: mintOrderedId(at), workspaceId, agentId: flowId, callId: runId };
      const row = { ...ids, event: flowEndedEvent, url, origin, body: JSON.stringify(payload) };
      await put(trx, { ...row, ...untried(at) });
    },

    /** The same for the current state of a call, in Retell's format; simulations send nothing. */
    async enqueueCall(
      trx: DatabaseTransaction,
      scope: Scope,
      event: WebhookEventName,
      call: Call,
      settings: WebhookTarget & Pick<VoiceAgentSettings, 'optOutSensitiveDataStorage'>,
    ): Promise<void> {
      if (call.kind === 'simulation') return;
      const sent = event === 'call_analyzed' ? call : { ...call, analysis: null };
      const payload = toRetellCall(sent, { isPrivate: settings.optOutSensitiveDataStorage, publicUrl });
      await enqueue(trx, scope, { agentId: call.agentId, event, callId: call.id, payload, target: settings });
    },
  };
}

const untried = (at: number) => ({
  state: 'waiting' as const,
  attempts: 0,
  lastStatus: null,
  lastError: null,
  lastMs: null,
  nextAt: at,
  leaseOwner: null,
  leasedUntil: null,
  createdAt: at,
  updatedAt: at,
});
