import { AsyncLocalStorage } from 'node:async_hooks';
import { BeatenClock } from '@tendril/voice/simulated/beaten-clock';
import { type Connection, closeAsOver, receivedSocket } from '../../../../platform/egress/received-socket.ts';
import { RtpPorts } from '../../../../platform/egress/rtp-ports.ts';
import { openDenoisers } from '../sound/open-denoisers.ts';
import { callerLine } from './caller-line.ts';
import { MediaCall } from './media-call.ts';
import type { OpenMediaLine } from './media-line.ts';
import type { FromMedia, GivenLine, RtpRequest, ToMedia } from './media-message.ts';
import { Outbox } from './outbox.ts';
import { pageLine } from './page-line.ts';
import { rtpLine } from './rtp-line.ts';
import { streamLine } from './stream-line.ts';

/** How long sockets have to say goodbye once the server is gone. */
const farewellMs = 500;

const calls = new Map<number, MediaCall>();
/** The number of the call that whatever runs belongs to: its timers, sockets and promises. */
const current = new AsyncLocalStorage<number>();
let rtpPorts: RtpPorts | undefined;
/** Of simulated calls. */
const simulated = new BeatenClock();
const send = (message: FromMedia) => {
  if (process.connected) process.send?.(message);
};
const outbox = new Outbox(send);
const openDenoiser = openDenoisers((error) => report(error));

function open(call: number, line: OpenMediaLine): void {
  const onGone = () => {
    if (!calls.delete(call)) return;
    outbox.flush();
    send({ type: 'gone', call });
  };
  calls.set(call, new MediaCall(line, outbox.add.bind(outbox, call), { onGone, openDenoiser }));
}

function take(call: number, socket: Connection, { head, line }: { head: Uint8Array; line: GivenLine }): void {
  const received = receivedSocket(socket, head);
  if (line.kind === 'page') open(call, pageLine(received));
  else if (line.kind === 'carrier') open(call, streamLine(received, line));
  else {
    const known = calls.get(call);
    if (known) known.resume(received);
    else closeAsOver(received);
  }
}

function openRtp(call: number, request: RtpRequest): void {
  rtpPorts ??= new RtpPorts(request.host, request.ports);
  open(call, rtpLine(request, { ports: rtpPorts, soundOf: (other) => calls.get(other)?.sound }));
}

process.on('message', (message: ToMedia, handle: unknown) => {
  if (message.type === 'batch')
    for (const [call, one] of message.items) current.run(call, () => calls.get(call)?.take(one));
  else if (message.type === 'beat') simulated.beat();
  else current.run(message.call, () => begin(message, handle));
});

function begin(message: Exclude<ToMedia, { type: 'batch' | 'beat' }>, handle: unknown): void {
  if (message.type === 'caller') open(message.call, callerLine(message.request, simulated));
  else if (message.type === 'rtp') openRtp(message.call, message.request);
  // A connection that ended on its way comes without its handle.
  else if (handle) take(message.call, handle as Connection, message);
  else if (message.line.kind !== 'page-again') send({ type: 'gone', call: message.call });
}

// The server decides when calls end; a terminal's interrupt reaches this process too.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => {});
process.on('disconnect', () => {
  const kept = Promise.all([...calls.values()].map((call) => call.abandon()));
  const farewell = new Promise((resolve) => setTimeout(resolve, farewellMs));
  Promise.all([kept, farewell]).then(
    () => process.exit(0),
    () => process.exit(1),
  );
});

// What one call does wrong is no other call's end.
const report = (error: unknown) => {
  const { message, stack = '' } = error instanceof Error ? error : new Error(String(error));
  send({ type: 'fault', message, stack });
};
process.on('uncaughtException', (error) => {
  report(error);
  calls.get(current.getStore() ?? 0)?.fail(error);
});
process.on('unhandledRejection', report);
