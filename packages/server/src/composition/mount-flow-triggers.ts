import {
  admitWebhook,
  createFlowStarts,
  createTriggerSettings,
  createWebhookDeliveries,
  deliveryJobKind,
  FlowSchedules,
  firingJobKind,
  firingJobs,
  flowCallbacks,
  formRoutes,
  removeOldFirings,
  setMissingTimers,
  triggerRoutes,
  webhookRoutes,
} from '../features/flows/triggers/public.ts';
import type { VoiceWebhooks } from '../features/voice/voice-webhooks/public.ts';
import type { App } from '../platform/http/app.ts';
import type { Infrastructure } from '../platform/infrastructure.ts';
import { registerRecurring } from '../platform/jobs/recurring-job.ts';
import type { Services } from './services.ts';

const hourMs = 3_600_000;
const keptMs = 30 * 24 * hourMs;

/** Forms, webhooks and schedules that start agent flows; before the jobs of the last stop are resumed. */
export async function mountFlowTriggers(
  app: App,
  { bus, db, log }: Pick<Infrastructure, 'bus' | 'db' | 'log'>,
  services: Services,
  webhooks: VoiceWebhooks,
): Promise<void> {
  const { flows, gate, jobs, liveFlows, plans, predictions, visitors } = services;
  const now = Date.now;
  const starts = createFlowStarts(liveFlows);
  const deliveries = createWebhookDeliveries({ db, jobs, now });
  const announce = flowCallbacks({ db, plans, starts, outbox: webhooks });
  for (const kind of [firingJobKind, deliveryJobKind] as const)
    jobs.register(firingJobs(kind, { db, plans, predictions, announce }));
  const schedules = new FlowSchedules({ db, jobs, liveFlows, starts, now });
  jobs.register(schedules.handler());
  readWhatIsPublished({ bus, log }, flows, schedules);

  formRoutes(app, { gate, predictions, starts });
  const { identify } = app;
  const admission = admitWebhook({ identify, plans, starts, checkRate: visitors.checkRate });
  const openSecret = webhooks.openFlowSecret;
  await webhookRoutes(app, { admission, deliveries, plans, predictions, openSecret, now });
  const secrets = { secretHint: webhooks.flowSecretHint, renewSecret: webhooks.renewFlowSecret };
  triggerRoutes(
    app,
    createTriggerSettings({ db, liveFlows, starts, schedules, deliveries, ...secrets, now }),
  );

  app.fastify.addHook('onClose', () => schedules.settled().catch(() => undefined));
  jobs.onStart((trx) => setMissingTimers(trx, jobs));
  registerRecurring(jobs, {
    name: 'old-firings',
    everyMs: hourMs,
    run: () => removeOldFirings(db, now() - keptMs),
  });
}

/** Reads schedules when a flow was published, here or elsewhere, and what was published while nobody listened. */
function readWhatIsPublished(
  { bus, log }: Pick<Infrastructure, 'bus' | 'log'>,
  flows: Services['flows'],
  schedules: FlowSchedules,
): void {
  const sync = () => {
    schedules.sync().catch((error: unknown) => log.error({ err: error }, 'schedules could not be read'));
  };
  flows.onChange(sync);
  bus.subscribe('revised', ({ what }) => {
    if (what === 'flow') sync();
  });
  bus.onGap(sync);
  sync();
}
