import { SourceSyncs, setMissingSyncTimers, sourceSyncRoutes } from '../features/knowledge/sources/public.ts';
import type { VoiceWebhooks } from '../features/voice/voice-webhooks/public.ts';
import type { App } from '../platform/http/app.ts';
import type { Infrastructure } from '../platform/infrastructure.ts';
import type { Services } from './services.ts';

/** Sources that knowledge bases are kept in step with; before the jobs of the last stop are resumed. */
export async function mountSourceSyncs(
  app: App,
  { db }: Pick<Infrastructure, 'db'>,
  { jobs, knowledge }: Services,
  webhooks: VoiceWebhooks,
): Promise<void> {
  const now = Date.now;
  const syncs = new SourceSyncs({
    ...{ db, jobs, knowledge, now },
    secretHint: async (scope, loaderId) => (await webhooks.flowSecretHint(scope, loaderId)).hint,
    renewSecret: webhooks.renewFlowSecret,
  });
  jobs.register(syncs.timer());
  jobs.onStart((trx) => setMissingSyncTimers(trx, jobs));
  await sourceSyncRoutes(app, { db, syncs, openSecret: webhooks.openFlowSecret, now });
}
