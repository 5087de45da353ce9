import { setTimeout as delay } from 'node:timers/promises';
import { predictionBody } from '@tendril/contract/api/predictions';
import { AppError } from '@tendril/contract/app-error';
import type { Database } from '../../../platform/db/schema.ts';
import type { JobHandler, RunningJob } from '../../../platform/jobs/job-handler.ts';
import { callersOf, type FlowPlans, type PredictionService } from '../predictions/public.ts';
import type { FiringInput } from './firing-input.ts';
import { type FiringRow, type FiringRun, flowFiringStore } from './flow-firings.store.ts';

export const firingJobKind = 'flow-firing';
/** Apart from schedules, so that a flood of deliveries does not make a flow start late. */
export const deliveryJobKind = 'flow-delivery';

/** How a firing ended: with its run, or why there is none. */
export type FiringEnd = { run: FiringRun } | { failure: string };

interface FiringJobParts {
  db: Database;
  plans: Pick<FlowPlans, 'find' | 'plan'>;
  predictions: Pick<PredictionService, 'ask'>;
  /** Announces the end of a firing to its receiver; once, however often it is called. */
  announce(firing: FiringRow, end: FiringEnd): Promise<void>;
}

const askMs = 500;

/**
 * Carries out firings. The id of a run is that of its firing from the beginning, so a job that is done again after a
 * crash finds the run that it has started, and never starts a second one.
 */
export function firingJobs(
  kind: typeof firingJobKind | typeof deliveryJobKind,
  parts: FiringJobParts,
): JobHandler {
  const { db, announce } = parts;
  const store = flowFiringStore(db);

  async function end(firing: FiringRow, job: RunningJob): Promise<FiringEnd> {
    const known = await store.run(firing, firing.runId);
    if (known) return { run: await ended(firing, known, job) };
    try {
      await startRun(parts, firing);
    } catch (error) {
      const run = await store.run(firing, firing.runId);
      if (run) return { run: await ended(firing, run, job) };
      if (!(error instanceof AppError) && !job.isLastAttempt) throw error;
      return { failure: error instanceof AppError ? error.message : 'The flow could not be started.' };
    }
    const run = await store.run(firing, firing.runId);
    return run ? { run } : { failure: 'The run was deleted.' };
  }

  // Another process may have taken the run over, and cannot notify us.
  async function ended(firing: FiringRow, run: FiringRun, { signal }: RunningJob): Promise<FiringRun> {
    let latest: FiringRun | undefined = run;
    for (; latest?.status === 'running'; latest = await store.run(firing, firing.runId))
      await delay(askMs, undefined, { signal });
    return latest ?? run;
  }

  return {
    kind,
    unit: 'parts',
    lane: kind === firingJobKind ? 'triggers' : 'deliveries',
    async run(job) {
      const firing = await store.find(job, job.partId ?? '');
      // Its flow was deleted meanwhile.
      if (!firing) return null;
      const outcome = await end(firing, job);
      if ('run' in outcome) await store.settle(firing, firing.id, 'started');
      else await store.settle(firing, firing.id, 'failed', outcome.failure);
      await announce(firing, outcome);
      return { runId: firing.runId };
    },
  };
}

async function startRun({ db, plans, predictions }: FiringJobParts, firing: FiringRow): Promise<void> {
  const flow = await plans.find(firing.flowId);
  if (flow?.workspaceId !== firing.workspaceId) throw new AppError('NOT_FOUND', 'The flow no longer exists.');
  const version = await plans.plan(flow, flow.liveVersionId);
  const { trigger, callback: _, ...asked } = JSON.parse(firing.input) as FiringInput;
  const body = predictionBody.parse(asked);
  await predictions.ask({ flow, version, callers: callersOf(flow) }, body, {
    isOwn: false,
    isStreaming: false,
    source: firing.kind,
    trigger,
    runId: firing.runId,
    onAccepted: () =>
      void flowFiringStore(db)
        .settle(firing, firing.id, 'started')
        .catch(() => {}),
  });
}
