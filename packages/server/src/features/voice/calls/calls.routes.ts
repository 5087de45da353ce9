import {
  createCall,
  deleteCall,
  listCalls,
  openCallSocket,
  readCall,
  readCallEvents,
  testFunction,
} from '@tendril/contract/api/calls';
import { AppError } from '@tendril/contract/app-error';
import type { CallCommand } from '@tendril/contract/voice/call-socket';
import type { FastifyRequest } from 'fastify';
import type { Config } from '../../../platform/config.ts';
import type { CallTable } from '../../../platform/db/voice-tables.ts';
import { addressOf } from '../../../platform/http/address-limit.ts';
import type { App } from '../../../platform/http/app.ts';
import { requireOwnOrigin } from '../../../platform/http/own-origin.ts';
import { serve } from '../../../platform/http/serve.ts';
import { type ServerSocket, serveSocket } from '../../../platform/http/web-sockets.ts';
import { type CallLimits, createCallLimits } from './call-limits.ts';
import type { Calls } from './calls.service.ts';
import type { FunctionTests } from './function-tests.ts';
import { toReplayedTurns } from './given-history.ts';
import type { LiveCall } from './live-call.ts';
import { SocketLine } from './socket-line.ts';
import { createTypedCallEnd, type TypedCallEnd } from './typed-call-end.ts';

export interface CallRouteParts {
  calls: Calls;
  functionTests: FunctionTests;
  config: Config;
}

/** Mounts calls: their records, their lines, and trying their functions. */
export function callRoutes(app: App, { calls, functionTests, config }: CallRouteParts): void {
  const limits = createCallLimits(config);
  serve(app, createCall, async ({ caller, body }) => {
    limits.require({ workspaceId: caller.workspaceId, agentId: body.agentId });
    const kind = body.version === 'draft' ? 'test' : 'web';
    const history = toReplayedTurns(body.history);
    const isForOtherPages = caller.kind === 'apiKey';
    const { call, token } = await calls.register(caller, { ...body, kind, history, isForOtherPages });
    return { data: call, token, socketPath: openCallSocket.path };
  });
  serve(app, listCalls, ({ caller, query }) => calls.list(caller, query));
  serve(app, readCall, async ({ caller, params }) => ({ data: await calls.read(caller, params.id) }));
  serve(app, readCallEvents, async ({ caller, params }) => ({
    data: await calls.events(caller, params.id),
  }));
  serve(app, deleteCall, async ({ caller, params }) => calls.remove(caller, params.id));
  serve(app, testFunction, ({ caller, body, signal }) => functionTests.run(caller, body, signal));

  serveSocket(app, openCallSocket, {
    async admit({ token }, request) {
      const row = await calls.takeToken(token, (found, isForOtherPages) => {
        if (!isForOtherPages) requireOwnOrigin(request, config);
        limits.require({ ...found, address: addressOf(request) });
      });
      if (!row)
        throw new AppError('UNAUTHORIZED', 'This token opens no call: it was used, or its minute is over.');
      return row;
    },
    open(socket, row, request) {
      lead({ calls, limits, config }, socket, row, request);
    },
  });
}

/** Leads a call over its socket; what its page says before it has begun waits for it. */
function lead(
  { calls, limits, config }: Omit<CallRouteParts, 'functionTests'> & { limits: CallLimits },
  socket: ServerSocket,
  row: CallTable,
  request: FastifyRequest,
): void {
  let call: LiveCall | undefined;
  let isGone = false;
  let ending: TypedCallEnd | undefined;
  let leave = () => {};
  const early: CallCommand[] = [];
  const line = new SocketLine(socket, row.channel, {
    onCommand(command) {
      ending?.heard();
      if (call) obey(call, command);
      else if (early.length < 50) early.push(command);
    },
    onClosed() {
      isGone = true;
      ending?.stop();
      leave();
      call?.hangUp('user_hangup');
    },
  });
  begin({ limits, row, request }, async (entered) => {
    leave = entered;
    return calls.start(row, line);
  }).then(
    (begun) => {
      call = begun;
      if (row.channel === 'text' && !isGone)
        ending = createTypedCallEnd(config, (reason) => begun.hangUp(reason));
      for (const command of early) obey(begun, command);
      if (isGone) begun.hangUp('user_hangup');
    },
    (error: unknown) => {
      if (!(error instanceof AppError))
        request.log.error({ err: error, callId: row.id }, 'a call could not begin');
      const { code, message } =
        error instanceof AppError ? error : { code: 'INTERNAL', message: 'The call could not begin.' };
      line.refuse(code, message);
    },
  );
}

/** Counts a call, then begins it; others may have come since its line was let in. */
async function begin(
  { limits, row, request }: { limits: CallLimits; row: CallTable; request: FastifyRequest },
  start: (leave: () => void) => Promise<LiveCall>,
): Promise<LiveCall> {
  return start(limits.enter({ ...row, address: addressOf(request) }));
}

function obey(call: LiveCall, command: CallCommand): void {
  switch (command.type) {
    case 'say':
      // It settles with the answer, which is told as it comes.
      void call.session?.say(command.text);
      return;
    case 'press':
      call.session?.press(command.digit);
      return;
    case 'hang-up':
      call.hangUp('user_hangup');
      return;
    case 'played':
  }
}
