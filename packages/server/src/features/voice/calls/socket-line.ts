import { parseShallowJson } from '@tendril/contract/json/parse-shallow-json';
import { type CallCommand, type CallNotice, callCommand } from '@tendril/contract/voice/call-socket';
import type { ServerSocket, SocketData } from '../../../platform/http/web-sockets.ts';
import { BrowserTransport } from './browser-transport.ts';
import type { CallLine } from './live-call.ts';
import { MessageAllowance } from './message-allowance.ts';

const pingMs = 20_000;
const silentMs = 60_000;
const maxUnsentBytes = 1024 * 1024;
/** A client that does not say goodbye is left without one. */
const farewellMs = 2000;

/** Why a socket is closed, as the protocol has it. */
const closeCodes = { over: 1000, wrongKind: 1003, unreadable: 1007, refused: 1008 } as const;

export interface SocketLineEvents {
  onCommand(command: CallCommand): void;
  /** The socket is gone; called once. */
  onClosed(): void;
}

/** A call's line over the socket of a page; whatever breaks its rules closes it. */
export class SocketLine implements CallLine {
  readonly transport?: BrowserTransport;
  readonly #socket: ServerSocket;
  readonly #events: SocketLineEvents;
  readonly #allowance = new MessageAllowance();
  readonly #beat: NodeJS.Timeout;
  #heardAt = performance.now();

  constructor(socket: ServerSocket, channel: 'audio' | 'text', events: SocketLineEvents) {
    this.#socket = socket;
    this.#events = events;
    if (channel === 'audio')
      this.transport = new BrowserTransport({
        sendAudio: (bytes) => this.#send(bytes),
        sendClear: () => this.notify({ type: 'clear' }),
        close: () => {},
      });
    this.#beat = setInterval(() => this.#check(), pingMs);
    socket.binaryType = 'nodebuffer';
    socket.on('message', (data, isBinary) => this.#take(data, isBinary));
    // Answered here, so that a closing line answers none of those that are still on their way.
    socket.on('ping', (data: Buffer) => {
      if (socket.readyState === socket.OPEN && this.#count(0)) socket.pong(data, false, () => {});
    });
    socket.on('pong', () => {
      this.#heardAt = performance.now();
    });
    socket.once('close', () => {
      clearInterval(this.#beat);
      this.transport?.end();
      events.onClosed();
    });
  }

  notify(notice: CallNotice): void {
    this.#send(JSON.stringify(notice));
  }

  end(): void {
    this.#close(closeCodes.over, 'The call is over.');
  }

  /** Closes the line of a call that could not begin. */
  refuse(code: string, message: string): void {
    this.notify({ type: 'refused', code, message });
    this.end();
  }

  #take(data: SocketData, isBinary: boolean): void {
    const bytes = data as Buffer;
    if (!this.#count(bytes.length)) return;
    this.#heardAt = performance.now();
    if (!isBinary) this.#command(bytes.toString('utf8'));
    else if (!this.transport) this.#close(closeCodes.wrongKind, 'This call has no sound.');
    else if (bytes.length % 2 === 1)
      this.#close(closeCodes.unreadable, 'Sound is made of samples of two bytes.');
    else this.transport.take(bytes);
  }

  #command(text: string): void {
    const parsed = callCommand.safeParse(readJson(text));
    if (!parsed.success) {
      this.#close(closeCodes.unreadable, 'This is no message that a call understands.');
      return;
    }
    const command = parsed.data;
    if (command.type === 'played') this.transport?.notePlayed(command.ms);
    else this.#events.onCommand(command);
  }

  #count(bytes: number): boolean {
    if (this.#allowance.take(bytes)) return true;
    this.#close(closeCodes.refused, 'Too much at once.');
    return false;
  }

  #send(data: string | Uint8Array): void {
    const socket = this.#socket;
    if (socket.readyState !== socket.OPEN) return;
    // Whoever reads nothing is not waited for.
    if (socket.bufferedAmount > maxUnsentBytes) socket.terminate();
    else socket.send(data, () => {});
  }

  #check(): void {
    if (performance.now() - this.#heardAt > silentMs) this.#socket.terminate();
    else if (this.#socket.readyState === this.#socket.OPEN) this.#socket.ping();
  }

  #close(code: number, reason: string): void {
    this.#socket.close(code, reason);
    setTimeout(() => this.#socket.terminate(), farewellMs).unref();
  }
}

function readJson(text: string): unknown {
  try {
    return parseShallowJson(text);
  } catch {
    return undefined;
  }
}
