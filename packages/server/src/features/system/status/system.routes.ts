import { listPastAlerts, readSystemStatus } from '@tendril/contract/api/system';
import type { App } from '../../../platform/http/app.ts';
import { serve } from '../../../platform/http/serve.ts';
import type { Infrastructure } from '../../../platform/infrastructure.ts';
import { alertStore } from './alerts.store.ts';
import { processName } from './gather-reports.ts';
import { observeAlerts } from './observe-alerts.ts';
import { pagePastAlerts } from './page-past-alerts.ts';
import { createProcessReporter, readProcessReport } from './process-report.ts';
import { readStatus } from './read-status.ts';
import { watchAlerts } from './watch-alerts.ts';

/** The state of the installation, for those who keep it running. */
export function systemRoutes(app: App, infrastructure: Infrastructure): void {
  const { db, log, metrics, processes } = infrastructure;
  const report = createProcessReporter(infrastructure);
  serve(app, readSystemStatus, () => readStatus(infrastructure, report));
  serve(app, readProcessReport, report);
  serve(app, listPastAlerts, ({ query }) => pagePastAlerts(db, query));

  // Its row is gone in the same moment, too soon for the next look.
  processes.onGone((gone) => {
    alertStore(db)
      .addEnded({ kind: 'process', process: processName(gone), since: gone.beatAt })
      .catch((error: unknown) => log.error({ err: error }, 'the loss of a process could not be noted'));
  });
  observeAlerts(metrics, db);
  const watch = watchAlerts(infrastructure, report);
  watch.start();
  app.fastify.addHook('onClose', () => watch.close());
}
