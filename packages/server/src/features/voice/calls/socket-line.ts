import { parseShallowJson } from '@tendril/contract/json/parse-shallow-json';
import {
  type CallCommand,
  type CallNotice,
  callCommand,
  callResumeMs,
} from '@tendril/contract/voice/call-socket';
import { readNumberedFrame } from '@tendril/contract/voice/numbered-frame';
import type { ServerSocket, SocketData } from '../../../platform/http/web-sockets.ts';
import { BrowserTransport } from './browser-transport.ts';
import type { CallLine } from './live-call.ts';
import { MessageAllowance } from './message-allowance.ts';
import { MissedMessages } from './missed-messages.ts';

const pingMs = 20_000;
const silentMs = 60_000;
const maxUnsentBytes = 1024 * 1024;
/** How long a close handshake may take before the socket is destroyed. */
const farewellMs = 2000;

/** Close reasons, as the protocol defines them. */
const closeCodes = { over: 1000, wrongKind: 1003, unreadable: 1007, refused: 1008 } as const;

/** Close codes of a socket that nobody closed: it was lost, or something in between gave up. */
const lostCodes = new Set([1006, 1011, 1012, 1013, 1014]);

export interface SocketLineEvents {
  onCommand(command: CallCommand): void;
  /** The page has closed its socket, or violated the protocol; called once. */
  onClosed(): void;
  /** The socket was lost, and nobody reconnected in time; called once. */
  onLost(): void;
  /** The token by which the page may reconnect, sent to it when the call begins. */
  resumeToken?(): string;
}

/** A call's line over the socket of a page, which may be lost and come back; a protocol violation closes it. */
export class SocketLine implements CallLine {
  readonly transport?: BrowserTransport;
  readonly #events: SocketLineEvents;
  readonly #allowance = new MessageAllowance();
  readonly #missed = new MissedMessages();
  readonly #beat: NodeJS.Timeout;
  #socket: ServerSocket | undefined;
  /** The call has begun: from here on a page may reconnect to it. */
  #isReady = false;
  /** Each frame states its number and time. */
  #isNumbered = false;
  #isRefused = false;
  #isOver = false;
  #absence: NodeJS.Timeout | undefined;
  #heardAt = performance.now();

  constructor(socket: ServerSocket, channel: 'audio' | 'text', events: SocketLineEvents) {
    this.#events = events;
    if (channel === 'audio')
      this.transport = new BrowserTransport({
        sendAudio: (bytes) => this.#send(bytes),
        sendClear: () => this.notify({ type: 'clear' }),
        close: () => {},
      });
    this.#beat = setInterval(() => this.#check(), pingMs);
    this.#attach(socket);
  }

  /** A page is there, or is saying goodbye. */
  get hasSocket(): boolean {
    return this.#socket !== undefined;
  }

  /** The page is back, on another socket; the previous one is dead, whether it knows it or not. */
  resume(socket: ServerSocket): void {
    if (this.#isOver) {
      socket.close(closeCodes.over, 'The call is over.');
      return;
    }
    const before = this.#socket;
    clearTimeout(this.#absence);
    this.#attach(socket);
    before?.terminate();
    this.#put({ type: 'resumed' });
    for (const message of this.#missed.take()) this.#put(message);
  }

  notify(notice: CallNotice): void {
    const token = notice.type === 'ready' ? this.#events.resumeToken?.() : undefined;
    if (token !== undefined) this.#isReady = true;
    if (notice.type !== 'ready') this.#send(notice);
    else {
      const takes = this.transport && ({ takesNumbered: true } as const);
      this.#send({ ...notice, ...takes, ...(token !== undefined && { resumeToken: token }) });
    }
  }

  end(): void {
    if (this.#socket) this.#close(closeCodes.over, 'The call is over.');
    else this.#leave();
  }

  /** Closes the line of a call that could not begin. */
  refuse(code: string, message: string): void {
    this.notify({ type: 'refused', code, message });
    this.end();
  }

  #attach(socket: ServerSocket): void {
    this.#socket = socket;
    this.#heardAt = performance.now();
    const isOwn = () => this.#socket === socket;
    socket.binaryType = 'nodebuffer';
    socket.on('message', (data, isBinary) => {
      if (isOwn()) this.#take(data, isBinary);
    });
    // Handled here, so that a closing line ignores messages still in flight.
    socket.on('ping', (data: Buffer) => {
      if (socket.readyState === socket.OPEN && this.#count(0)) socket.pong(data, false, () => {});
    });
    socket.on('pong', () => {
      this.#heardAt = performance.now();
    });
    socket.on('error', () => {
      // A protocol violation is no loss of the network.
      if (isOwn()) this.#isRefused = true;
    });
    socket.once('close', (code: number) => {
      if (isOwn()) this.#detach(code);
    });
  }

  #detach(code: number): void {
    this.#socket = undefined;
    if (!this.#isReady || this.#isRefused || this.#isOver || !lostCodes.has(code)) {
      this.#leave();
      this.#events.onClosed();
      return;
    }
    this.#absence = setTimeout(() => {
      this.#leave();
      this.#events.onLost();
    }, callResumeMs);
    this.#absence.unref();
  }

  /** Nobody can reconnect any more. */
  #leave(): void {
    this.#isOver = true;
    clearInterval(this.#beat);
    clearTimeout(this.#absence);
    this.transport?.end();
  }

  #take(data: SocketData, isBinary: boolean): void {
    const bytes = data as Buffer;
    if (!this.#count(bytes.length)) return;
    this.#heardAt = performance.now();
    if (!isBinary) this.#command(bytes.toString('utf8'));
    else if (!this.transport) this.#close(closeCodes.wrongKind, 'This call has no sound.');
    else if (bytes.length % 2 === 1)
      this.#close(closeCodes.unreadable, 'Sound is made of samples of two bytes.');
    else if (this.#isNumbered) this.#takeNumbered(this.transport, bytes);
    else this.transport.take(bytes);
  }

  #takeNumbered(transport: BrowserTransport, bytes: Buffer): void {
    const frame = readNumberedFrame(bytes);
    if (frame) transport.take(frame.sound, frame.place);
    else this.#close(closeCodes.unreadable, 'A numbered frame begins with its number and its time.');
  }

  #command(text: string): void {
    const parsed = callCommand.safeParse(readJson(text));
    if (!parsed.success) {
      this.#close(closeCodes.unreadable, 'This is no message that a call understands.');
      return;
    }
    const command = parsed.data;
    if (command.type === 'played') this.transport?.notePlayed(command.ms);
    else if (command.type === 'mute') this.transport?.pause();
    else if (command.type === 'numbered') this.#isNumbered = true;
    else this.#events.onCommand(command);
  }

  #count(bytes: number): boolean {
    if (this.#allowance.take(bytes)) return true;
    this.#close(closeCodes.refused, 'Too much at once.');
    return false;
  }

  #send(message: CallNotice | Uint8Array): void {
    if (this.#socket) this.#put(message);
    else if (!this.#isOver) this.#missed.add(message);
  }

  #put(message: CallNotice | Uint8Array): void {
    const socket = this.#socket;
    if (!socket || socket.readyState !== socket.OPEN) return;
    // A client that does not read is not waited for.
    if (socket.bufferedAmount > maxUnsentBytes) socket.terminate();
    else socket.send(message instanceof Uint8Array ? message : JSON.stringify(message), () => {});
  }

  #check(): void {
    const socket = this.#socket;
    if (!socket) return;
    if (performance.now() - this.#heardAt > silentMs) socket.terminate();
    else if (socket.readyState === socket.OPEN) socket.ping();
  }

  #close(code: number, reason: string): void {
    const socket = this.#socket;
    if (!socket) return;
    if (code === closeCodes.over) this.#isOver = true;
    else this.#isRefused = true;
    socket.close(code, reason);
    setTimeout(() => socket.terminate(), farewellMs).unref();
  }
}

function readJson(text: string): unknown {
  try {
    return parseShallowJson(text);
  } catch {
    return undefined;
  }
}
