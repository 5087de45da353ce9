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
import type { DisconnectionReason } from '@tendril/contract/call-event';
import type { CallCommand } from '@tendril/contract/voice/call-socket';
import type { FastifyBaseLogger } from 'fastify';
import type { CallTable } from '../../../platform/db/voice-tables.ts';
import type { App } from '../../../platform/http/app.ts';
import { serve } from '../../../platform/http/serve.ts';
import { type ServerSocket, serveSocket } from '../../../platform/http/web-sockets.ts';
import type { Calls } from './calls.service.ts';
import type { FunctionTests } from './function-tests.ts';
import { toReplayedTurns } from './given-history.ts';
import type { LiveCall } from './live-call.ts';
import { createResumableLines, type ResumableLines } from './resumable-lines.ts';
import { SocketLine } from './socket-line.ts';

/** Mounts calls: their records, their lines, and trying their functions. */
export function callRoutes(app: App, calls: Calls, functionTests: FunctionTests): void {
  serve(app, createCall, async ({ caller, body }) => {
    const kind = body.version === 'draft' ? 'test' : 'web';
    const history = toReplayedTurns(body.history);
    const { call, token } = await calls.register(caller, { ...body, kind, history });
    return { data: call, token, socketPath: openCallSocket.path };
  });
  serve(app, listCalls, ({ caller, query }) => calls.list(caller, query));
  serve(app, readCall, async ({ caller, params }) => ({ data: await calls.read(caller, params.id) }));
  serve(app, readCallEvents, async ({ caller, params }) => ({
    data: await calls.events(caller, params.id),
  }));
  serve(app, deleteCall, async ({ caller, params }) => calls.remove(caller, params.id));
  serve(app, testFunction, ({ caller, body, signal }) => functionTests.run(caller, body, signal));

  const lines = createResumableLines();
  serveSocket(app, openCallSocket, {
    async admit({ token }): Promise<SocketLine | CallTable> {
      const admitted = lines.find(token) ?? (await calls.takeToken(token));
      if (!admitted)
        throw new AppError('UNAUTHORIZED', 'This token opens no call: it was used, or its minute is over.');
      return admitted;
    },
    open(socket, admitted, request) {
      if (admitted instanceof SocketLine) admitted.resume(socket);
      else lead({ calls, lines, log: request.log }, socket, admitted);
    },
  });
}

interface LeadParts {
  calls: Calls;
  lines: ResumableLines;
  log: FastifyBaseLogger;
}

/** Leads a call over its socket; what its page says before it has begun waits for it. */
function lead({ calls, lines, log }: LeadParts, socket: ServerSocket, row: CallTable): void {
  let call: LiveCall | undefined;
  let gone: DisconnectionReason | undefined;
  let resumeToken: string | undefined;
  const leave = (reason: DisconnectionReason) => {
    gone = reason;
    if (resumeToken !== undefined) lines.remove(resumeToken);
    call?.hangUp(reason);
  };
  const early: CallCommand[] = [];
  const line: SocketLine = new SocketLine(socket, row.channel, {
    onCommand(command) {
      if (call) obey(call, command);
      else if (early.length < 50) early.push(command);
    },
    onClosed: () => leave('user_hangup'),
    onLost: () => leave('error_connection_lost'),
    resumeToken() {
      resumeToken ??= lines.add(() => line);
      return resumeToken;
    },
  });
  calls.start(row, line).then(
    (begun) => {
      call = begun;
      for (const command of early) obey(begun, command);
      if (gone) begun.hangUp(gone);
      begun.ended.then(
        () => resumeToken !== undefined && lines.remove(resumeToken),
        () => undefined,
      );
    },
    (error: unknown) => {
      if (!(error instanceof AppError)) log.error({ err: error, callId: row.id }, 'a call could not begin');
      const { code, message } =
        error instanceof AppError ? error : { code: 'INTERNAL', message: 'The call could not begin.' };
      line.refuse(code, message);
    },
  );
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
    case 'mute':
    case 'played':
  }
}
