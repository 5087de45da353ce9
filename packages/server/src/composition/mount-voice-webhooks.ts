import type { VoiceAgents } from '../features/voice/voice-agents/public.ts';
import {
  createVoiceWebhooks,
  type VoiceWebhooks,
  voiceWebhookRoutes,
} from '../features/voice/voice-webhooks/public.ts';
import type { DatabaseTransaction } from '../platform/db/schema.ts';
import type { Scope } from '../platform/db/scope.ts';
import type { App } from '../platform/http/app.ts';
import { publicAddress } from '../platform/http/public-address.ts';
import type { Infrastructure } from '../platform/infrastructure.ts';
import type { JobQueue } from '../platform/jobs/job-queue.ts';

/** Flows send their callbacks through the same outbox. */
interface FlowOwners {
  /** Throws NOT_FOUND when the workspace has no such flow. */
  require(scope: Scope, flowId: string): Promise<unknown>;
  onRemove(remove: (trx: DatabaseTransaction, scope: Scope, flowId: string) => Promise<void>): void;
}

/** Webhooks of voice agents and callbacks of flows. */
export function mountVoiceWebhooks(
  app: App,
  { db, vault, egress, config }: Infrastructure,
  jobs: JobQueue,
  agents: Pick<VoiceAgents, 'read' | 'onRemove'>,
  flows: FlowOwners,
): VoiceWebhooks {
  const requireAgent = agents.read;
  const { webhookTimeoutMs: timeoutMs } = config;
  const webhooks = createVoiceWebhooks({
    ...{ db, vault, egress, jobs, requireAgent, requireFlow: flows.require, timeoutMs },
    publicUrl: publicAddress(config),
  });
  agents.onRemove(webhooks.removeOfAgent);
  flows.onRemove(webhooks.removeOfFlow);
  voiceWebhookRoutes(app, webhooks);
  return webhooks;
}
