import {
  listWebhookDeliveries,
  readWebhookSecret,
  renewWebhookSecret,
  resendWebhookDelivery,
  testWebhook,
} from '@tendril/contract/api/voice-webhooks';
import type { App } from '../../../platform/http/app.ts';
import { serve } from '../../../platform/http/serve.ts';
import type { VoiceWebhooks } from './voice-webhooks.ts';

/** Routes of voice agents' webhooks. */
export function voiceWebhookRoutes(app: App, webhooks: VoiceWebhooks): void {
  serve(app, listWebhookDeliveries, async ({ caller, params }) => ({
    data: await webhooks.list(caller, params.id),
  }));
  serve(app, resendWebhookDelivery, async ({ caller, params }) => ({
    data: await webhooks.resend(caller, params.id, params.deliveryId),
  }));
  serve(app, testWebhook, ({ caller, params, body }) => webhooks.test(caller, params.id, body.url), {
    perMinute: 30,
  });
  serve(app, readWebhookSecret, ({ caller, params }) => webhooks.secretHint(caller, params.id));
  serve(app, renewWebhookSecret, ({ caller, params }) => webhooks.renewSecret(caller, params.id));
}
