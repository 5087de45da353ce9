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
import type { CallTable } from '../../../platform/db/voice-tables.ts';
import { addressOf } from '../../../platform/http/address-limit.ts';
import type { App } from '../../../platform/http/app.ts';
import { holderOf } from '../../../platform/http/holder.ts';
import { requireOwnOrigin } from '../../../platform/http/own-origin.ts';
import { relaySocket } from '../../../platform/http/relay-socket.ts';
import { serve } from '../../../platform/http/serve.ts';
import { serveStream } from '../../../platform/http/serve-stream.ts';
import { serveSocket } from '../../../platform/http/web-sockets.ts';
import type { WorkspaceLimits } from '../../../platform/limits/workspace-limits.ts';
import type { CallLimits } from './call-limits.ts';
import type { Calls } from './calls.ts';
import type { FunctionTests } from './function-tests.ts';
import { toReplayedTurns } from './given-history.ts';
import {
  hangUpOwnedCall,
  interveneInOwnedCall,
  openOwnedLine,
  sayInOwnedCall,
  watchOwnedCall,
} from './internal-calls.ts';
import { leadCall } from './lead-call.ts';
import type { LedLine, ledLines } from './led-lines.ts';
import type { MediaProcess } from './media/media-process.ts';
import { createResumableLines } from './resumable-lines.ts';
import type { SocketLine } from './socket-line.ts';

interface CallRouteParts {
  calls: Calls;
  functionTests: FunctionTests;
  config: Config;
  limits: CallLimits;
  workspaceLimits: WorkspaceLimits;
  led: ReturnType<typeof ledLines>;
  media: MediaProcess | undefined;
}

/** The line of a call in progress, which its page opens again. */
type OpenLine = Pick<SocketLine, 'resume'>;

/** A call whose line is about to open. */
interface RegisteredLine {
  row: CallTable;
  isForOtherPages: boolean;
}

/** Mounts calls: their records, their lines, and trying their functions. */
export function callRoutes(
  app: App,
  { calls, functionTests, config, limits, workspaceLimits, led, media }: CallRouteParts,
): void {
  serve(app, createCall, async ({ caller, body }) => {
    await limits.require({ workspaceId: caller.workspaceId, agentId: body.agentId });
    const history = toReplayedTurns(body.history);
    // Whatever begins with the turns of another call serves nobody.
    const kind = body.version === 'draft' || history.length > 0 ? 'test' : 'web';
    const isForOtherPages = caller.kind === 'apiKey';
    const { call, token } = await calls.register(caller, {
      ...body,
      kind,
      history,
      isForOtherPages,
      holder: holderOf(caller),
    });
    if (call.channel === 'audio') media?.prepare();
    return { data: call, token, socketPath: openCallSocket.path };
  });
  recordRoutes(app, calls);
  watchRoutes(app, calls);
  serve(app, testFunction, ({ caller, body, signal }) => functionTests.run(caller, body, signal));

  const lines = createResumableLines();
  serveSocket(app, openOwnedLine, {
    async admit({ token, isOwnOrigin }): Promise<OpenLine> {
      const open = lines.find(token);
      if (!open || !(open.isForOtherPages || isOwnOrigin === 'true'))
        throw new AppError('NOT_FOUND', 'Call not found.');
      return open.line;
    },
    open: (socket, line) => line.resume(socket),
  });
  serveSocket(app, openCallSocket, {
    async admit({ token }, request): Promise<OpenLine | LedLine | RegisteredLine> {
      const owner = led.ownerOf(token);
      if (owner && !led.isHere(owner.processId)) return led.open(owner, request, config);
      const open = owner && lines.find(owner.token);
      if (open) {
        if (!open.isForOtherPages) requireOwnOrigin(request, config);
        return open.line;
      }
      if (owner) return { far: undefined };
      let isForOtherPages = false;
      const row = await calls.takeToken(token, async (found, isOpenToOthers) => {
        isForOtherPages = isOpenToOthers;
        if (!isForOtherPages) requireOwnOrigin(request, config);
        if (found.holder !== null && !(await app.isAlive(found.holder))) throw ended();
        await limits.require({ ...found, address: addressOf(request) });
      });
      if (!row) throw new AppError('UNAUTHORIZED', 'This call token was already used or has expired.');
      return { row, isForOtherPages };
    },
    open(socket, admitted, request) {
      if ('resume' in admitted) return admitted.resume(socket);
      if ('far' in admitted) return admitted.far ? relaySocket(socket, admitted.far) : led.refuse(socket);
      const { row, isForOtherPages } = admitted;
      const { streams } = app;
      const { nameOwner } = led;
      leadCall(
        { calls, lines, limits, workspaceLimits, streams, request, isForOtherPages, nameOwner, media },
        socket,
        row,
      );
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

function ended(): AppError {
  return new AppError('UNAUTHORIZED', 'What this call was registered with has ended. Sign in again.');
}
