import type { VoiceAgents } from '../features/voice/voice-agents/public.ts';
import {
  createVoiceWebhooks,
  type VoiceWebhooks,
  voiceWebhookRoutes,
} from '../features/voice/voice-webhooks/public.ts';
import type { App } from '../platform/http/app.ts';
import { publicAddress } from '../platform/http/public-address.ts';
import type { Infrastructure } from '../platform/infrastructure.ts';

/** Webhooks of voice agents; what the last stop left in the outbox is sent at once. */
export async function mountVoiceWebhooks(
  app: App,
  { db, vault, egress, log, config }: Infrastructure,
  agents: Pick<VoiceAgents, 'read' | 'onRemove'>,
): Promise<VoiceWebhooks> {
  const requireAgent = agents.read;
  const { webhookTimeoutMs: timeoutMs } = config;
  const webhooks = createVoiceWebhooks({
    ...{ db, vault, egress, log, requireAgent, timeoutMs },
    publicUrl: publicAddress(config),
  });
  agents.onRemove(webhooks.removeOfAgent);
  voiceWebhookRoutes(app, webhooks);
  await webhooks.start();
  app.fastify.addHook('onClose', () => webhooks.close());
  return webhooks;
}
