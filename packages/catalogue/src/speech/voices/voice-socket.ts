import { randomUUID } from 'node:crypto';
import { AppError } from '@tendril/contract/app-error';
import type { OutboundSocket } from '@tendril/contract/provider/outbound-socket';
import type { SpeechRequest } from '@tendril/contract/provider/text-to-speech';
import type { LiveSpeechConnection } from '../speech-connection.ts';
import { brokenConnection } from '../vendor-refusal.ts';
import { SentenceParts } from './sentence-parts.ts';
import type { SpokenPart, VoiceSocketProtocol } from './voice-socket-protocol.ts';

/** A socket that nobody has needed for this long is closed. */
const idleMs = 60_000;
/** Longest silence of a vendor within a sentence. */
const patienceMs = 10_000;

/** One socket for the sentences of a call; opened by the first one, and again when it was lost. */
export class VoiceSocket {
  readonly #connection: LiveSpeechConnection;
  readonly #protocol: VoiceSocketProtocol;
  readonly #sentences = new Map<string, SentenceParts>();
  #opening: Promise<OutboundSocket> | undefined;
  #idle: ReturnType<typeof setTimeout> | undefined;

  constructor(connection: LiveSpeechConnection, protocol: VoiceSocketProtocol) {
    this.#connection = connection;
    this.#protocol = protocol;
  }

  /** The bytes of a sentence; words go to the request. Leaving it early, or aborting, stops the vendor. */
  async *speak(request: SpeechRequest, sampleRate: number): AsyncGenerator<Uint8Array> {
    const { signal } = request;
    const { vendor } = this.#protocol;
    signal.throwIfAborted();
    const id = randomUUID().replaceAll('-', '');
    const parts = new SentenceParts();
    const stop = () => parts.fail(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
    clearTimeout(this.#idle);
    this.#sentences.set(id, parts);
    let isOver = false;
    const late = new AppError('PROVIDER_UNAVAILABLE', `${vendor} did not respond in time.`);
    let timer = setTimeout(() => parts.fail(late), patienceMs);
    try {
      this.#request(id, request, sampleRate).catch((error: unknown) => parts.fail(error));
      while (!isOver) {
        const part = await parts.next();
        clearTimeout(timer);
        timer = setTimeout(() => parts.fail(late), patienceMs);
        isOver = part.isLast === true || part.error !== undefined;
        if (part.error) throw part.error;
        if (part.words && part.words.length > 0) request.onWords?.(part.words);
        if (part.bytes && part.bytes.length > 0) yield part.bytes;
      }
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
      this.#sentences.delete(id);
      if (!isOver) this.#cancel(id);
      this.#rest();
    }
  }

  close(): void {
    clearTimeout(this.#idle);
    this.#opening?.then((socket) => socket.close()).catch(() => undefined);
    this.#opening = undefined;
  }

  async #request(id: string, request: SpeechRequest, sampleRate: number): Promise<void> {
    this.#opening ??= this.#open();
    const socket = await this.#opening;
    // Given up while it opened.
    if (!this.#sentences.has(id)) return;
    for (const message of this.#protocol.request(id, request, sampleRate)) socket.send(message);
  }

  async #open(): Promise<OutboundSocket> {
    const { address, headers, vendor } = this.#protocol;
    try {
      const socket = await this.#connection.openSocket(address, {
        headers,
        maxMessageBytes: 4 * 1024 * 1024,
      });
      this.#read(socket).catch((error: unknown) => this.#lose(error));
      return socket;
    } catch (error) {
      this.#opening = undefined;
      throw brokenConnection(vendor, error);
    }
  }

  async #read(socket: OutboundSocket): Promise<void> {
    const opened = this.#opening;
    for await (const message of socket.messages) {
      const part = this.#protocol.read(message);
      if (part) this.#take(part);
    }
    const { code, reason } = await socket.closed;
    if (this.#opening !== opened) return;
    const why = reason || `closed the connection with ${code}.`;
    this.#lose(new AppError('PROVIDER_UNAVAILABLE', `${this.#protocol.vendor}: ${why}`));
  }

  #take(part: SpokenPart): void {
    if (part.sentenceId !== undefined) this.#sentences.get(part.sentenceId)?.push(part);
    else for (const sentence of this.#sentences.values()) sentence.push(part);
  }

  #lose(error: unknown): void {
    this.#opening = undefined;
    for (const sentence of this.#sentences.values()) sentence.fail(error);
  }

  #cancel(id: string): void {
    const { cancel } = this.#protocol;
    if (!cancel) this.close();
    else this.#opening?.then((socket) => socket.send(cancel(id))).catch(() => undefined);
  }

  #rest(): void {
    if (this.#sentences.size > 0) return;
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => this.close(), idleMs);
    this.#idle.unref();
  }
}
