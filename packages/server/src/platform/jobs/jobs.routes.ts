import {
  cancelJob,
  listFailedJobs,
  pauseJob,
  readJob,
  resumeJob,
  runJobAgain,
} from '@tendril/contract/api/jobs';
import type { App } from '../http/app.ts';
import { serve } from '../http/serve.ts';
import type { JobQueue } from './job-queue.ts';

const alias = { alias: true };

/** Routes of jobs; also under `/api/v1`. */
export function jobRoutes(app: App, jobs: JobQueue): void {
  serve(app, listFailedJobs, async ({ caller }) => ({ data: await jobs.listFailed(caller) }));
  serve(app, readJob, ({ caller, params }) => jobs.read(caller, params.id), alias);
  serve(app, cancelJob, ({ caller, params }) => jobs.cancel(caller, params.id), alias);
  serve(app, pauseJob, ({ caller, params }) => jobs.pause(caller, params.id));
  serve(app, resumeJob, ({ caller, params }) => jobs.resume(caller, params.id));
  serve(app, runJobAgain, ({ caller, params }) => jobs.runAgain(caller, params.id));
}
