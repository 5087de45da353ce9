import { AppError } from '@tendril/contract/app-error';
import type { DisconnectionReason } from '@tendril/contract/call-event';
import type { CallCommand } from '@tendril/contract/voice/call-socket';
import type { FastifyRequest } from 'fastify';
import type { CallTable } from '../../../platform/db/voice-tables.ts';
import { addressOf } from '../../../platform/http/address-limit.ts';
import type { ServerSocket } from '../../../platform/http/web-sockets.ts';
import type { WorkspaceLimits } from '../../../platform/limits/workspace-limits.ts';
import type { CallLimits } from './call-limits.ts';
import type { Calls } from './calls.ts';
import type { LiveCall } from './live-call.ts';
import type { ResumableLines } from './resumable-lines.ts';
import { SocketLine } from './socket-line.ts';
import { createTypedCallEnd, type TypedCallEnd } from './typed-call-end.ts';

interface LeadCallParts {
  calls: Calls;
  lines: ResumableLines;
  limits: CallLimits;
  workspaceLimits: WorkspaceLimits;
  request: FastifyRequest;
  isForOtherPages: boolean;
}

/** Commands that a page may send before its call has begun. */
const mostEarlyCommands = 50;

/** Runs a call over its socket; what its page sends before it has begun is queued. */
export function leadCall(parts: LeadCallParts, socket: ServerSocket, row: CallTable): void {
  const { calls, lines, workspaceLimits, request } = parts;
  let call: LiveCall | undefined;
  let gone: DisconnectionReason | undefined;
  let ending: TypedCallEnd | undefined;
  let resumeToken: string | undefined;
  let uncount = () => {};
  const early: CallCommand[] = [];
  const leave = (reason: DisconnectionReason) => {
    gone = reason;
    if (resumeToken !== undefined) lines.remove(resumeToken);
    ending?.stop();
    uncount();
    call?.hangUp(reason);
  };
  const line: SocketLine = new SocketLine(socket, row.channel, {
    onCommand(command) {
      ending?.heard();
      if (call) obey(call, command);
      else if (early.length < mostEarlyCommands) early.push(command);
    },
    onClosed: () => leave('user_hangup'),
    onLost: () => leave('error_connection_lost'),
    resumeToken() {
      resumeToken ??= lines.add(() => ({ line, isForOtherPages: parts.isForOtherPages }));
      return resumeToken;
    },
  });
  const start = async (entered: () => void) => {
    uncount = entered;
    // The line may have closed while it was counted.
    if (gone) entered();
    return { begun: await calls.start(row, line), limits: await workspaceLimits.of(row) };
  };
  begin(parts, row, start).then(
    ({ begun, limits }) => {
      call = begun;
      if (row.channel === 'text' && !gone)
        ending = createTypedCallEnd(limits, (reason) => begun.hangUp(reason));
      for (const command of early) obey(begun, command);
      if (gone) begun.hangUp(gone);
      begun.ended.then(
        () => resumeToken !== undefined && lines.remove(resumeToken),
        () => undefined,
      );
    },
    (error: unknown) => refuse(line, error, request, row),
  );
}

/** Counts a call, then begins it; others may have come since its line was let in. */
async function begin<T>(
  { limits, request }: LeadCallParts,
  row: CallTable,
  start: (leave: () => void) => Promise<T>,
): Promise<T> {
  return start(await limits.enter({ ...row, address: addressOf(request) }));
}

function refuse(line: SocketLine, error: unknown, { log }: FastifyRequest, { id }: CallTable): void {
  if (!(error instanceof AppError)) log.error({ err: error, callId: id }, 'a call could not begin');
  const { code, message } =
    error instanceof AppError ? error : { code: 'INTERNAL', message: 'The call could not begin.' };
  line.refuse(code, message);
}

function obey(call: LiveCall, command: CallCommand): void {
  switch (command.type) {
    case 'say':
      // It settles with the answer, which is emitted as it arrives.
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
