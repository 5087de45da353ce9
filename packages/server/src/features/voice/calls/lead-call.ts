import { createCall } from '@tendril/contract/api/calls';
import { AppError } from '@tendril/contract/app-error';
import type { DisconnectionReason } from '@tendril/contract/call-event';
import type { CallCommand } from '@tendril/contract/voice/call-socket';
import type { CallTable } from '../../../platform/db/voice-tables.ts';
import type { StreamRegistry } from '../../../platform/http/stream-registry.ts';
import type { ServerSocket } from '../../../platform/http/web-sockets.ts';
import type { Infrastructure } from '../../../platform/infrastructure.ts';
import type { WorkspaceLimits } from '../../../platform/limits/workspace-limits.ts';
import type { CallLimits } from './call-limits.ts';
import type { Calls } from './calls.ts';
import type { LiveCall } from './live-call.ts';
import type { MediaProcess } from './media/media-process.ts';
import type { RemoteLine } from './media/remote-line.ts';
import type { ResumableLines } from './resumable-lines.ts';
import { SocketLine, type SocketLineEvents } from './socket-line.ts';
import { createTypedCallEnd, type TypedCallEnd } from './typed-call-end.ts';

interface LeadCallParts {
  calls: Calls;
  lines: ResumableLines;
  limits: CallLimits;
  workspaceLimits: WorkspaceLimits;
  streams: Pick<StreamRegistry, 'hold'>;
  log: Pick<Infrastructure['log'], 'error'>;

  /** Carries sound away from this process; absent where calls are to stay in it. */
  media: Pick<MediaProcess, 'open'> | undefined;
  /** Adds to the token by which the page comes back which process has its line. */
  nameOwner(token: string): string;
}

/** A registered call whose line opens. */
export interface RegisteredLine {
  readonly row: CallTable;
  /** A program has registered it: pages of any site may open it. */
  readonly isForOtherPages: boolean;
  /** From where its page opens it, as limits count it. */
  readonly address: string;
}

/** Commands that a page may send before its call has begun. */
const mostEarlyCommands = 50;

/** Runs a call over its socket; what its page sends before it has begun is queued. */
export function leadCall(parts: LeadCallParts, socket: ServerSocket, opened: RegisteredLine): void {
  const { calls, lines, workspaceLimits, streams } = parts;
  const { row, isForOtherPages } = opened;
  let call: LiveCall | undefined;
  let gone: DisconnectionReason | undefined;
  let ending: TypedCallEnd | undefined;
  let resumeToken: string | undefined;
  let uncount = () => {};
  // The session or key that registered the call may end before it has begun, or lose what a call takes.
  const release =
    row.holder === null ? () => {} : streams.hold(row.holder, () => revoke(), createCall.permits);
  const revoke = () => {
    const message = 'The session or API key of this call has ended, or does not permit calls any more.';
    call?.log.emit({ type: 'call-error', code: 'UNAUTHORIZED', message });
    leave('error_unknown');
  };
  const early: CallCommand[] = [];
  const leave = (reason: DisconnectionReason) => {
    gone = reason;
    if (resumeToken !== undefined) lines.remove(resumeToken);
    ending?.stop();
    release();
    uncount();
    call?.hangUp(reason);
  };
  const line = openLine(parts, socket, row.channel, {
    onCommand(command) {
      ending?.heard();
      if (call) obey(call, command);
      else if (early.length < mostEarlyCommands) early.push(command);
    },
    onClosed: () => leave('user_hangup'),
    onLost: () => leave('error_connection_lost'),
    resumeToken() {
      resumeToken ??= lines.add(() => ({ line, isForOtherPages }));
      return parts.nameOwner(resumeToken);
    },
  });
  const start = async (entered: () => void) => {
    uncount = entered;
    // The line may have closed while it was counted.
    if (gone) entered();
    return { begun: await calls.start(row, line), limits: await workspaceLimits.of(row) };
  };
  begin(parts, opened, start).then(
    ({ begun, limits }) => {
      call = begun;
      if (row.channel === 'text' && !gone)
        ending = createTypedCallEnd(limits, (reason) => begun.hangUp(reason));
      for (const command of early) obey(begun, command);
      if (gone) begun.hangUp(gone);
      begun.ended.then(
        () => {
          release();
          if (resumeToken !== undefined) lines.remove(resumeToken);
        },
        () => undefined,
      );
    },
    (error: unknown) => {
      release();
      refuse(line, error, parts, row);
    },
  );
}

function openLine(
  { media }: LeadCallParts,
  socket: ServerSocket,
  channel: CallTable['channel'],
  events: SocketLineEvents,
): SocketLine | RemoteLine {
  const far = channel === 'audio' ? media?.open(socket, events) : undefined;
  return far ?? new SocketLine(socket, channel, events);
}

/** Counts a call, then begins it; others may have come since its line was let in. */
async function begin<T>(
  { limits }: LeadCallParts,
  { row, address }: RegisteredLine,
  start: (leave: () => void) => Promise<T>,
): Promise<T> {
  return start(await limits.enter({ ...row, address }));
}

function refuse(
  line: Pick<SocketLine, 'refuse'>,
  error: unknown,
  { log }: Pick<LeadCallParts, 'log'>,
  { id }: CallTable,
): void {
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
