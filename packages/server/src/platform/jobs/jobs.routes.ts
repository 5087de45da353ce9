import { cancelJob, readJob } from '@tendril/contract/api/jobs';
import type { App } from '../http/app.ts';
import { serve } from '../http/serve.ts';
import type { Jobs } from './jobs.ts';

const alias = { alias: true };

/** Routes of jobs; also under `/api/v1`. */
export function jobRoutes(app: App, jobs: Jobs): void {
  serve(app, readJob, ({ caller, params }) => jobs.read(caller, params.id), alias);
  serve(app, cancelJob, ({ caller, params }) => jobs.cancel(caller, params.id), alias);
}
