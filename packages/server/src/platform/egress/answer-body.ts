import { AppError } from '@tendril/contract/app-error';
import type { StreamPace } from './stream-pace.ts';

// How much may be buffered for a slow reader before the socket is paused.
const maxPendingBytes = 64 * 1024;
const maxDiscardedBytes = 16 * 1024;

/** How a body controls its source; `abort` closes the socket. */
export interface ByteSource {
  pause(): void;
  resume(): void;
  abort(reason: Error): void;
}

/** Where the bytes of a response go. */
export interface ByteSink {
  push(bytes: Uint8Array<ArrayBuffer>): void;
  end(): void;
  fail(error: Error): void;
}

/**
 * The bytes of a response, buffered until somebody reads them: whole, without the cost of a stream, or as a stream.
 * Fails with TOO_LARGE past `maxBytes` and closes the socket then; at most 64 KB are buffered for a reader.
 */
export class AnswerBody implements ByteSink {
  readonly #source: ByteSource;
  readonly #maxBytes: number;
  #state: 'open' | 'ended' | 'failed' = 'open';
  #error: Error | undefined;
  #pace: StreamPace | undefined;
  #pending: Uint8Array<ArrayBuffer>[] = [];
  #pendingBytes = 0;
  #size = 0;
  #isPaused = false;
  #isWanted = false;
  #isDiscarded = false;
  #whole: PromiseWithResolvers<Uint8Array<ArrayBuffer>> | undefined;
  #stream: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>> | undefined;

  constructor(source: ByteSource, maxBytes: number) {
    this.#source = source;
    this.#maxBytes = maxBytes;
  }

  push(bytes: Uint8Array<ArrayBuffer>): void {
    if (this.#state !== 'open') return;
    this.#size += bytes.length;
    if (this.#isDiscarded) {
      if (this.#size > maxDiscardedBytes) this.#cancel('unread');
      return;
    }
    if (this.#size > this.#maxBytes) {
      const error = new AppError('TOO_LARGE', 'The response is larger than allowed.');
      this.fail(error);
      this.#source.abort(error);
      return;
    }
    this.#pending.push(bytes);
    this.#pendingBytes += bytes.length;
    if (this.#isWanted) this.#passOn();
    if (this.#whole || this.#pendingBytes < maxPendingBytes) return;
    this.#isPaused = true;
    this.#source.pause();
  }

  end(): void {
    if (this.#state !== 'open') return;
    this.#state = 'ended';
    this.#whole?.resolve(this.#take());
    if (this.#pending.length === 0) this.#stream?.close();
  }

  fail(error: Error): void {
    if (this.#state !== 'open') return;
    this.#state = 'failed';
    this.#error = error;
    this.#pending = [];
    this.#whole?.reject(error);
    this.#stream?.error(error);
  }

  /** All bytes, once; neither `whole` nor `stream` may be called again. */
  whole(): Promise<Uint8Array<ArrayBuffer>> {
    this.#whole = Promise.withResolvers();
    if (this.#state === 'ended') this.#whole.resolve(this.#take());
    if (this.#state === 'failed') this.#whole.reject(this.#error);
    this.#goOn();
    return this.#whole.promise;
  }

  /**
   * A stream that passes on each chunk as it comes; what came while nobody read comes as one chunk, or in pieces where
   * there is a `pace`.
   */
  stream(pace?: StreamPace): ReadableStream<Uint8Array<ArrayBuffer>> {
    return new ReadableStream<Uint8Array<ArrayBuffer>>(
      {
        start: (controller) => {
          this.#pace = pace;
          this.#stream = controller;
          if (this.#state === 'failed') controller.error(this.#error);
          if (this.#state === 'ended' && this.#pending.length === 0) controller.close();
        },
        pull: () => {
          const rest = pace?.rest();
          return rest ? rest.then(() => this.#passOn()) : this.#passOn();
        },
        cancel: (reason) => this.#cancel(reason),
      },
      { highWaterMark: 0 },
    );
  }

  /** Discards the rest so that the connection can be reused; a long rest closes it. */
  discard(): void {
    this.#isDiscarded = true;
    this.#pending = [];
    this.#goOn();
  }

  #cancel(reason: unknown): void {
    if (this.#state !== 'open') return;
    this.#state = 'failed';
    this.#pending = [];
    this.#source.abort(reason instanceof Error ? reason : new Error('The reader has left.'));
  }

  /** Gives the reader of the stream what there is, or what comes next. */
  #passOn(): void {
    if (this.#state === 'failed') return;
    this.#isWanted = this.#pending.length === 0;
    if (!this.#isWanted) {
      const bytes = this.#take(this.#pace?.mostBytes);
      this.#pace?.passed(bytes.length);
      this.#stream?.enqueue(bytes);
    }
    if (this.#state === 'ended' && this.#pending.length === 0) this.#stream?.close();
    if (this.#pendingBytes < maxPendingBytes) this.#goOn();
  }

  #goOn(): void {
    if (!this.#isPaused) return;
    this.#isPaused = false;
    this.#source.resume();
  }

  #take(most = Number.POSITIVE_INFINITY): Uint8Array<ArrayBuffer> {
    const [first] = this.#pending;
    const bytes = first && this.#pending.length === 1 ? first : Buffer.concat(this.#pending);
    const rest = bytes.subarray(Math.min(most, bytes.length));
    this.#pending = rest.length > 0 ? [rest] : [];
    this.#pendingBytes = rest.length;
    return rest.length > 0 ? bytes.subarray(0, most) : bytes;
  }
}
