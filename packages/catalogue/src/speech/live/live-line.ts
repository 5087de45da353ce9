import { AppError } from '@tendril/contract/app-error';
import type { OutboundSocket } from '@tendril/contract/provider/outbound-socket';
import type {
  HearingLine,
  HearingRequest,
  OnInterim,
  Utterance,
} from '@tendril/contract/provider/speech-to-text';
import type { LiveSpeechConnection } from '../speech-connection.ts';
import { brokenConnection } from '../vendor-refusal.ts';
import type { LiveProtocol, LiveReader } from './live-protocol.ts';
import { LiveUtterance, type LiveWire } from './live-utterance.ts';
import { PieceBuffer } from './piece-buffer.ts';

/** Buffer for a slow connection: a minute at the highest rate. */
const mostWaitingBytes = 6 * 1024 * 1024;
/** A socket that cannot be used by then does not work. */
const longestReadyMs = 4500;

/** The socket of one call; a lost one is reopened at once while somebody speaks, else with the next utterance. */
export class LiveLine implements HearingLine, LiveWire {
  readonly vendor: string;
  readonly #connection: LiveSpeechConnection;
  readonly #protocol: LiveProtocol;
  readonly sampleRate: number;
  readonly #signal: AbortSignal;
  readonly #keepAlive: ReturnType<typeof setInterval> | undefined;
  readonly #pieces: PieceBuffer;
  #socket: OutboundSocket | undefined;
  #reader: LiveReader | undefined;
  #opening: Promise<void> | undefined;
  /** Of a vendor that says when a new socket can be used. */
  #ready: PromiseWithResolvers<void> | undefined;
  #utterance: LiveUtterance | undefined;
  /** Of this socket. */
  #sentSamples = 0;
  #isClosed = false;
  /** Something came over this socket, for vendors that answer every sound: since the utterance began. */
  #hasAnswered = false;

  constructor(
    connection: LiveSpeechConnection,
    protocol: LiveProtocol,
    { sampleRate, signal }: Pick<HearingRequest, 'sampleRate' | 'signal'>,
  ) {
    const { vendor, keepAlive, leastPieceMs = 0 } = protocol;
    this.vendor = vendor;
    this.#connection = connection;
    this.#protocol = protocol;
    this.sampleRate = sampleRate;
    this.#signal = signal;
    this.#pieces = new PieceBuffer((leastPieceMs * sampleRate) / 1000);
    if (keepAlive) this.#keepAlive = setInterval(() => this.#send(keepAlive.message), keepAlive.everyMs);
    signal.addEventListener('abort', () => this.close(), { once: true });
  }

  /** Throws the vendor's errors. */
  connect(): Promise<void> {
    this.#opening ??= this.#open();
    return this.#opening;
  }

  begin(onInterim: OnInterim): Utterance {
    this.#utterance?.cancel();
    const utterance = new LiveUtterance(this, onInterim);
    this.#utterance = utterance;
    if (this.#protocol.answersEverySound) this.#hasAnswered = false;
    if (!this.#socket) this.#connectFor(utterance);
    return utterance;
  }

  get hasAnswered(): boolean {
    return this.#hasAnswered;
  }

  get answersFinalize(): boolean {
    return this.#protocol.answersFinalize ?? false;
  }

  get sentSeconds(): number {
    return this.#sentSamples / this.sampleRate;
  }

  sendSound(samples: Int16Array): void {
    this.#sentSamples += samples.length;
    const piece = this.#pieces.add(samples);
    if (piece) this.#sendPiece(piece);
  }

  sendFinalize(): void {
    const { waiting } = this.#pieces;
    const rest = this.#pieces.takePadded();
    if (rest) {
      // The vendor counts the silence that fills its piece.
      this.#sentSamples += rest.length - waiting;
      this.#sendPiece(rest);
    }
    this.#reader?.noteFinalize?.(this.sentSeconds);
    const { finalize } = this.#protocol;
    this.#send(typeof finalize === 'string' ? finalize : finalize());
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    clearInterval(this.#keepAlive);
    this.#utterance?.cancel();
    if (this.#protocol.farewell) this.#socket?.send(this.#protocol.farewell);
    this.#socket?.close();
  }

  async #open(): Promise<void> {
    const { address, headers } = this.#protocol;
    try {
      const socket = await this.#connection.openSocket(address, { headers, signal: this.#signal });
      this.#socket = socket;
      this.#reader = this.#protocol.openReader();
      this.#sentSamples = 0;
      this.#hasAnswered = false;
      this.#pieces.clear();
      for (const message of this.#protocol.greet?.() ?? []) socket.send(message);
      if (this.#isClosed) socket.close();
      // What was said while it opened is kept by its utterance.
      else this.#utterance?.sayAgain();
      this.#read(socket, this.#reader).catch((error: unknown) => this.#break(socket, error));
      if (this.#protocol.isReady) await this.#untilReady(socket);
    } catch (error) {
      this.#opening = undefined;
      this.#signal.throwIfAborted();
      throw brokenConnection(this.vendor, error);
    }
  }

  // A frame is sent in native byte order, which is little-endian today.
  #sendPiece(samples: Int16Array): void {
    this.#send(this.#protocol.toSoundMessage(new Uint8Array(samples.slice().buffer)));
  }

  #send(message: string | Uint8Array): void {
    if (this.#socket && this.#socket.bufferedBytes < mostWaitingBytes) this.#socket.send(message);
  }

  #connectFor(utterance: LiveUtterance): void {
    this.connect().catch((error: unknown) => utterance.fail(error));
  }

  async #untilReady(socket: OutboundSocket): Promise<void> {
    const ready = Promise.withResolvers<void>();
    this.#ready = ready;
    const late = new AppError('PROVIDER_UNAVAILABLE', `${this.vendor} did not respond in time.`);
    const timer = setTimeout(() => ready.reject(late), longestReadyMs);
    try {
      await ready.promise;
    } catch (error) {
      if (this.#socket === socket) this.#socket = undefined;
      socket.close();
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  async #read(socket: OutboundSocket, reader: LiveReader): Promise<void> {
    for await (const message of socket.messages) {
      if (this.#protocol.isReady?.(message)) this.#ready?.resolve();
      const result = reader.read(message, this.sentSeconds);
      if (result) this.#utterance?.take(result);
      if (!result && this.#protocol.isAnswer?.(message) === false) continue;
      this.#hasAnswered = true;
      this.#utterance?.noteAnswer();
    }
    this.#lose(socket);
  }

  /** The vendor has reported that it cannot go on: asking again would end in the same way. */
  #break(socket: OutboundSocket, error: unknown): void {
    if (this.#socket === socket) {
      this.#ready?.reject(error);
      this.#utterance?.fail(error);
    }
    this.#lose(socket);
    socket.close();
  }

  #lose(socket: OutboundSocket): void {
    if (this.#socket !== socket) return;
    this.#socket = undefined;
    this.#reader = undefined;
    this.#opening = undefined;
    this.#ready?.reject(new AppError('PROVIDER_UNAVAILABLE', `${this.vendor} closed the connection.`));
    const utterance = this.#utterance;
    if (!this.#isClosed && utterance?.lose()) this.#connectFor(utterance);
  }
}
