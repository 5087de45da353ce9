import type { OutboundSocket } from '@tendril/contract/provider/outbound-socket';
import type { HearingLine, HearingRequest, Utterance } from '@tendril/contract/provider/speech-to-text';
import type { LiveSpeechConnection } from '../../speech/speech-connection.ts';
import { brokenConnection } from '../../speech/vendor-refusal.ts';
import { readLiveResult } from './live-results.ts';
import { LiveUtterance, type LiveWire } from './live-utterance.ts';

/** The vendor closes the socket after ten seconds without a message. */
const keepAliveMs = 4000;
/** Buffer for a slow connection: a minute at the highest rate. */
const mostWaitingBytes = 6 * 1024 * 1024;

/** The socket of one call; a lost one is reopened at once while somebody speaks, else with the next utterance. */
export class LiveLine implements HearingLine, LiveWire {
  readonly #connection: LiveSpeechConnection;
  readonly #address: string;
  readonly #sampleRate: number;
  readonly #signal: AbortSignal;
  readonly #keepAlive: ReturnType<typeof setInterval>;
  #socket: OutboundSocket | undefined;
  #opening: Promise<void> | undefined;
  #utterance: LiveUtterance | undefined;
  /** Of this socket. */
  #sentSamples = 0;
  #isClosed = false;

  constructor(
    connection: LiveSpeechConnection,
    address: string,
    { sampleRate, signal }: Pick<HearingRequest, 'sampleRate' | 'signal'>,
  ) {
    this.#connection = connection;
    this.#address = address;
    this.#sampleRate = sampleRate;
    this.#signal = signal;
    this.#keepAlive = setInterval(() => this.#socket?.send('{"type":"KeepAlive"}'), keepAliveMs);
    signal.addEventListener('abort', () => this.close(), { once: true });
  }

  /** Throws the vendor's errors. */
  connect(): Promise<void> {
    this.#opening ??= this.#open();
    return this.#opening;
  }

  begin(onInterim: (text: string) => void): Utterance {
    this.#utterance?.cancel();
    const utterance = new LiveUtterance(this, onInterim);
    this.#utterance = utterance;
    if (!this.#socket) this.#connectFor(utterance);
    return utterance;
  }

  get sentSeconds(): number {
    return this.#sentSamples / this.#sampleRate;
  }

  sendSound(samples: Int16Array): void {
    this.#sentSamples += samples.length;
    // A frame is sent in native byte order, which is little-endian today.
    this.#send(new Uint8Array(samples.slice().buffer));
  }

  sendFinalize(): void {
    this.#send('{"type":"Finalize"}');
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    clearInterval(this.#keepAlive);
    this.#utterance?.cancel();
    this.#socket?.send('{"type":"CloseStream"}');
    this.#socket?.close();
  }

  async #open(): Promise<void> {
    const { key, openSocket } = this.#connection;
    try {
      const headers = { authorization: `Token ${key}` };
      const socket = await openSocket(this.#address, { headers, signal: this.#signal });
      this.#socket = socket;
      this.#sentSamples = 0;
      if (this.#isClosed) socket.close();
      // What was said while it opened is kept by its utterance.
      else this.#utterance?.sayAgain();
      this.#read(socket).catch(() => this.#lose(socket));
    } catch (error) {
      this.#opening = undefined;
      this.#signal.throwIfAborted();
      throw brokenConnection('Deepgram', error);
    }
  }

  #send(message: string | Uint8Array): void {
    if (this.#socket && this.#socket.bufferedBytes < mostWaitingBytes) this.#socket.send(message);
  }

  #connectFor(utterance: LiveUtterance): void {
    this.connect().catch((error: unknown) => utterance.fail(error));
  }

  async #read(socket: OutboundSocket): Promise<void> {
    for await (const message of socket.messages) {
      const result = readLiveResult(message);
      if (result) this.#utterance?.take(result);
    }
    this.#lose(socket);
  }

  #lose(socket: OutboundSocket): void {
    if (this.#socket !== socket) return;
    this.#socket = undefined;
    this.#opening = undefined;
    const utterance = this.#utterance;
    if (!this.#isClosed && utterance?.lose()) this.#connectFor(utterance);
  }
}
