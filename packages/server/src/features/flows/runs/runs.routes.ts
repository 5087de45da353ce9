import type { Body } from '@tendril/contract/api/endpoint';
import { followRun, listNodeRuns, listRuns, readRun, startRun, stopRun } from '@tendril/contract/api/runs';
import { AppError } from '@tendril/contract/app-error';
import type { Scope } from '../../../platform/db/scope.ts';
import type { App } from '../../../platform/http/app.ts';
import { isForFlow, type UserCaller } from '../../../platform/http/caller.ts';
import { serve } from '../../../platform/http/serve.ts';
import { type StreamContext, serveStream } from '../../../platform/http/serve-stream.ts';
import { followOwnedRun, stopOwnedRun } from './internal-runs.ts';
import { overFrame } from './relay-frames.ts';
import type { ActiveRun, RunService } from './runs.ts';
import { watchRun } from './watch-run.ts';

/** How long a run of the app waits for its page to reconnect. */
const graceMs = 15_000;

type OwnRequest = Body<typeof startRun> & { graceMs: number };

interface RunRouteParts {
  runs: RunService;
  /** Runs the flow's draft, or a version, for somebody of its workspace. */
  startOwn(caller: UserCaller, flowId: string, asked: OwnRequest): Promise<ActiveRun>;
  /** Throws NOT_FOUND when the workspace has no such flow. */
  requireFlow(scope: Scope, flowId: string): Promise<void>;
}

/** Routes of runs: how the app runs a flow and inspects the result. */
export function runRoutes(app: App, { runs, startOwn, requireFlow }: RunRouteParts): void {
  serveStream(app, startRun, async ({ caller, params, body, open, signal }) => {
    const run = await startOwn(caller, params.id, { ...body, graceMs });
    await watchRun(run, 0, open(), signal);
  });

  const follow = async ({
    caller,
    params,
    query,
    request,
    open,
    signal,
  }: StreamContext<typeof followRun>) => {
    const after = query.after ?? readLastEventId(request.headers['last-event-id']);
    const run = runs.findLive(caller, params.id);
    const { flowId } = run?.turn ?? (await runs.require(caller, params.id));
    // To a key for other flows the run is not there.
    if (!isForFlow(caller, flowId)) throw new AppError('NOT_FOUND', 'Run not found.');
    open();
    await runs.follow(caller, params.id, {
      after,
      signal,
      here: (found, from) => watchRun(found, from, open(), signal),
      async fromLog(from) {
        const events = await runs.replay(caller, params.id, from);
        const stream = open();
        for (const event of events) stream.send(event, event.seq);
      },
      write(frames) {
        const stream = open();
        stream.write(frames);
        return stream.drained();
      },
    });
  };
  serveStream(app, followRun, follow, { alias: true });
  ownedRunRoutes(app, runs);

  serve(app, stopRun, ({ caller, params }) => runs.stop(caller, params.id));
  serve(app, readRun, ({ caller, params }) => runs.read(caller, params.id));
  serve(app, listRuns, async ({ caller, params, query }) => {
    await requireFlow(caller, params.id);
    return runs.list(caller, params.id, query);
  });
  serve(app, listNodeRuns, async ({ caller, params, query }) => {
    await requireFlow(caller, params.id);
    return runs.listOfNode(caller, params.id, params.nodeId, query.limit);
  });
}

function readLastEventId(header: string | string[] | undefined): number {
  const value = Number(header);
  return Number.isSafeInteger(value) && value > 0 ? value : 0;
}

/** What other processes ask of the one that executes a run. */
function ownedRunRoutes(app: App, runs: RunService): void {
  const requireLive = (scope: Scope, id: string): ActiveRun => {
    const run = runs.findLive(scope, id);
    if (!run) throw new AppError('NOT_FOUND', 'Run not found.');
    return run;
  };
  serveStream(app, followOwnedRun, async ({ params, query, open, signal }) => {
    const run = requireLive(query, params.id);
    const stream = open();
    const left = new AbortController();
    void run.handedBack.then(() => left.abort());
    await watchRun(run, query.after, stream, AbortSignal.any([signal, left.signal]));
    if (!run.isHandedBack) stream.write(overFrame);
  });
  serve(app, stopOwnedRun, async ({ params, body }) => {
    const run = requireLive(body, params.id);
    run.stop();
    await run.ended;
    return { id: run.id };
  });
}
