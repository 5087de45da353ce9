import { readSystemStatus } from '@tendril/contract/api/system';
import type { App } from '../../../platform/http/app.ts';
import { serve } from '../../../platform/http/serve.ts';
import type { Infrastructure } from '../../../platform/infrastructure.ts';
import { createProcessReporter, readProcessReport } from './process-report.ts';
import { readStatus } from './read-status.ts';

/** The state of the installation, for those who keep it running. */
export function systemRoutes(app: App, infrastructure: Infrastructure): void {
  const report = createProcessReporter(infrastructure);
  serve(app, readSystemStatus, () => readStatus(infrastructure, report));
  serve(app, readProcessReport, report);
}
