import type { Body } from '@tendril/contract/api/endpoint';
import { followRun, listNodeRuns, listRuns, readRun, startRun, stopRun } from '@tendril/contract/api/runs';
import { AppError } from '@tendril/contract/app-error';
import type { Scope } from '../../../platform/db/scope.ts';
import { type EventEntry, eventJson } from '../../../platform/events/events.ts';
import type { App } from '../../../platform/http/app.ts';
import { isForFlow, type UserCaller } from '../../../platform/http/caller.ts';
import { serve } from '../../../platform/http/serve.ts';
import { type StreamContext, serveStream } from '../../../platform/http/serve-stream.ts';
import type { ActiveRun, RunService } from './runs.ts';

/** How long a run of the app waits for its page to reconnect. */
const graceMs = 15_000;

interface Watcher {
  write(frames: string): void;
}

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
    await watch(run, 0, open(), signal);
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
    if (run) return watch(run, after, open(), signal);
    const events = await runs.replay(caller, params.id, after);
    const stream = open();
    for (const event of events) stream.send(event, event.seq);
  };
  serveStream(app, followRun, follow, { alias: true });

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

/** Streams a run's events until it has ended or the client has disconnected. */
async function watch(run: ActiveRun, after: number, stream: Watcher, signal: AbortSignal): Promise<void> {
  const leave = run.attach(after, (entry) => stream.write(frame(run.id, entry)));
  const gone = new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
  await Promise.race([run.ended, gone]);
  leave();
}

function frame(runId: string, entry: EventEntry): string {
  return `id: ${entry.seq}\ndata: ${eventJson(runId, entry)}\n\n`;
}

function readLastEventId(header: string | string[] | undefined): number {
  const value = Number(header);
  return Number.isSafeInteger(value) && value > 0 ? value : 0;
}
