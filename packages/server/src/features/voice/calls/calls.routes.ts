import { readCallCost } from '@tendril/contract/api/call-details';
import {
  createCall,
  deleteCall,
  interveneInCall,
  listCalls,
  openCallSocket,
  readCall,
  readCallEvents,
  stopCall,
  testFunction,
  watchCall,
} from '@tendril/contract/api/calls';
import { AppError } from '@tendril/contract/app-error';
import type { Config } from '../../../platform/config.ts';
import type { App } from '../../../platform/http/app.ts';
import { holderOf } from '../../../platform/http/holder.ts';
import { relaySocket } from '../../../platform/http/relay-socket.ts';
import { serve } from '../../../platform/http/serve.ts';
import { serveStream } from '../../../platform/http/serve-stream.ts';
import { serveSocket } from '../../../platform/http/web-sockets.ts';
import type { Infrastructure } from '../../../platform/infrastructure.ts';
import type { WorkspaceLimits } from '../../../platform/limits/workspace-limits.ts';
import type { CallLimits } from './call-limits.ts';
import type { Calls } from './calls.ts';
import type { FunctionTests } from './function-tests.ts';
import { toReplayedTurns } from './given-history.ts';
import {
  hangUpOwnedCall,
  interveneInOwnedCall,
  keepCallPlace,
  openOwnedLine,
  type PlaceAnswer,
  sayInOwnedCall,
  watchOwnedCall,
} from './internal-calls.ts';
import type { KeptPlaces } from './kept-places.ts';
import { leadCall } from './lead-call.ts';
import type { LedLines } from './led-lines.ts';
import { lineAdmission } from './line-admission.ts';
import type { MediaProcess } from './media/media-process.ts';
import type { PlacedCalls } from './placed-calls.ts';
import { createResumableLines } from './resumable-lines.ts';

interface CallRouteParts extends Pick<Infrastructure, 'callProcesses' | 'log'> {
  calls: Calls;
  placed: PlacedCalls;
  kept: KeptPlaces;
  functionTests: FunctionTests;
  config: Config;
  limits: CallLimits;
  workspaceLimits: WorkspaceLimits;
  led: LedLines;
  media: MediaProcess | undefined;
}

/** Mounts calls: their records, their lines, and trying their functions. */
export function callRoutes(app: App, parts: CallRouteParts): void {
  const { calls, placed, functionTests, limits } = parts;
  serve(app, createCall, async ({ caller, body }) => {
    await limits.require({ workspaceId: caller.workspaceId, agentId: body.agentId });
    const history = toReplayedTurns(body.history);
    // Whatever begins with the turns of another call serves nobody.
    const kind = body.version === 'draft' || history.length > 0 ? 'test' : 'web';
    const isForOtherPages = caller.kind === 'apiKey';
    const { call, token, socket } = await placed.register(caller, {
      ...body,
      kind,
      history,
      isForOtherPages,
      holder: holderOf(caller),
    });
    return { data: call, token, socketPath: socket };
  });
  recordRoutes(app, calls);
  watchRoutes(app, calls);
  serve(app, testFunction, ({ caller, body, signal }) => functionTests.run(caller, body, signal));
  lineRoutes(app, parts);
  serve(app, keepCallPlace, ({ body: { id } }) => keepPlace(app, parts, id));
}

/** For a call that another process has registered. */
function keepPlace(app: App, { kept, media, config }: CallRouteParts, id: string): PlaceAnswer {
  if (app.isStopping()) return { state: 'stopping' };
  if (!kept.keep(id)) return { state: 'full' };
  media?.prepare();
  const { mediaUrl: address } = config;
  return { state: 'kept', ...(address !== undefined && { address }) };
}

/** The lines of calls, wherever their pages come from. */
function lineRoutes(app: App, parts: CallRouteParts): void {
  const { calls, limits, workspaceLimits, led, media, log } = parts;
  const lines = createResumableLines();
  const { admit, admitLed } = lineAdmission({ ...parts, app, lines });
  const { streams } = app;
  const lead = { calls, lines, limits, workspaceLimits, streams, log, nameOwner: led.nameOwner, media };
  serveSocket(app, openOwnedLine, {
    admit: admitLed,
    open(socket, admitted) {
      if ('resume' in admitted) admitted.resume(socket);
      else if ('refusal' in admitted) led.refuse(socket, admitted.refusal);
      else leadCall(lead, socket, admitted);
    },
  });
  serveSocket(app, openCallSocket, {
    admit,
    open(socket, admitted) {
      if ('resume' in admitted) admitted.resume(socket);
      else if ('row' in admitted) leadCall(lead, socket, admitted);
      else if (admitted.far) relaySocket(socket, admitted.far);
      else led.refuse(socket);
    },
  });
}

/** The calls that there are. */
function recordRoutes(app: App, calls: Calls): void {
  serve(app, listCalls, ({ caller, query }) => calls.list(caller, query));
  serve(app, readCall, async ({ caller, params }) => ({ data: await calls.read(caller, params.id) }));
  serve(app, readCallEvents, async ({ caller, params }) => ({
    data: await calls.events(caller, params.id),
  }));
  serve(app, readCallCost, async ({ caller, params }) => ({
    data: await calls.details.cost(caller, params.id),
  }));
  serve(app, stopCall, async ({ caller, params }) => {
    if (!(await calls.stop(caller, params.id, await calls.watched.actorOf(caller))))
      throw new AppError('CONFLICT', 'This call is not in progress.');
    return { data: await calls.read(caller, params.id) };
  });
  serve(app, deleteCall, async ({ caller, params }) => calls.remove(caller, params.id));
  serve(app, hangUpOwnedCall, async ({ params, body }) => {
    const isGone = await calls.hangUp(body, params.id, body.reason, body.by);
    if (!isGone && !(await calls.phones.giveUpRinging(body, params.id)))
      throw new AppError('NOT_FOUND', 'Call not found.');
    return { id: params.id };
  });
  serve(app, sayInOwnedCall, ({ params, body }) => calls.chats.sayHere(body, params.id, body.text));
}

/** Calls in progress that somebody watches. */
function watchRoutes(app: App, { watched, read }: Calls): void {
  serveStream(app, watchCall, async ({ caller, params, open, signal }) => {
    await read(caller, params.id);
    await watched.watch(caller, params.id, await watched.actorOf(caller), open(), signal);
  });
  serve(app, interveneInCall, async ({ caller, params, body }) => {
    await watched.intervene(caller, params.id, body, await watched.actorOf(caller));
    return { data: await read(caller, params.id) };
  });
  serveStream(app, watchOwnedCall, ({ params, query, open, signal }) =>
    watched.watchHere(query, params.id, query.by, open, signal),
  );
  serve(app, interveneInOwnedCall, async ({ params, body }) => {
    const refusal = watched.interveneHere(body, params.id, body.act, body.by);
    return refusal === undefined ? {} : { refusal };
  });
}
