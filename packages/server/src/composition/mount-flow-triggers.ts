import {
  admitWebhook,
  createFlowStarts,
  createTriggerSettings,
  createWebhookDeliveries,
  firingJobs,
  flowCallbacks,
  formRoutes,
  ScheduleRunner,
  triggerRoutes,
  webhookRoutes,
} from '../features/flows/triggers/public.ts';
import type { VoiceWebhooks } from '../features/voice/voice-webhooks/public.ts';
import type { App } from '../platform/http/app.ts';
import type { Infrastructure } from '../platform/infrastructure.ts';
import type { Services } from './services.ts';

/** Forms, webhooks and schedules that start agent flows; before the jobs of the last stop are resumed. */
export async function mountFlowTriggers(
  app: App,
  { db, log }: Pick<Infrastructure, 'db' | 'log'>,
  services: Services,
  webhooks: VoiceWebhooks,
): Promise<void> {
  const { flows, gate, jobs, liveFlows, plans, predictions, visitors } = services;
  const now = Date.now;
  const starts = createFlowStarts(liveFlows);
  const deliveries = createWebhookDeliveries({ db, jobs, now });
  const announce = flowCallbacks({ db, plans, starts, outbox: webhooks });
  jobs.register(firingJobs({ db, plans, predictions, announce }));
  const runner = new ScheduleRunner({ db, log, jobs, liveFlows, starts, now });
  flows.onChange(() => runner.poke());

  formRoutes(app, { gate, predictions, starts });
  const { identify } = app;
  const admission = admitWebhook({ identify, plans, starts, checkRate: visitors.checkRate });
  const openSecret = webhooks.openFlowSecret;
  await webhookRoutes(app, { admission, deliveries, plans, predictions, openSecret, now });
  const secrets = { secretHint: webhooks.flowSecretHint, renewSecret: webhooks.renewFlowSecret };
  triggerRoutes(app, createTriggerSettings({ db, liveFlows, starts, runner, deliveries, ...secrets, now }));

  runner.start();
  app.fastify.addHook('onClose', () => runner.close());
}
