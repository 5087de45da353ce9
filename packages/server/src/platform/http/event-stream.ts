import type { ServerResponse } from 'node:http';
import type { AppError } from '@tendril/contract/app-error';
import type { Permits } from '@tendril/contract/permission';
import type { FastifyReply } from 'fastify';
import type { Holder } from '../db/column.ts';
import type { Caller, ScopedCaller } from './caller.ts';
import { holderOf } from './holder.ts';
import type { StreamRegistry } from './stream-registry.ts';

const maxBufferedBytes = 1024 * 1024;
const maxStallMs = 60_000;

/** What a handler returns after it has responded with an event stream. */
export interface Streamed {
  readonly isStreamed: true;
}

export const streamed: Streamed = { isStreamed: true };

/** An open server-sent event stream. Writing to a closed one does nothing. */
export interface EventStream {
  readonly isOpen: boolean;
  /** The session or key that it was opened with; undefined for a visitor. */
  readonly holder: Holder | undefined;
  /** Who has opened it by a session or a key, and what that took; undefined where nobody is identified. */
  readonly access: StreamAccess | undefined;
  /** Sent to the client when the server stops; empty for protocols without such an event. */
  readonly drainFrame: string;
  /** Sends frames as they are, blank line included. */
  write(frames: string): void;
  /** Sends one JSON event; `id` becomes the client's Last-Event-ID. */
  send(data: unknown, id?: number | string): void;
  /** Resolves when the client has received what was sent, or has disconnected. */
  drained(): Promise<void>;
  close(): Streamed;
  /** Sends the reason for ending early in the words of its protocol, and closes. */
  fail(refusal: AppError): void;
}

/** By what right a stream is open. */
export interface StreamAccess {
  readonly caller: ScopedCaller;
  readonly permits: Permits;
}

interface EventStreamOptions {
  drainFrame?: string;
  /** How the protocol reports an error. */
  errorFrame?: (refusal: AppError) => string;
}

function defaultErrorFrame(refusal: AppError): string {
  return `event: error\ndata: ${JSON.stringify(refusal.toBody())}\n\n`;
}

/**
 * Takes over the reply and begins an event stream on it. A client that leaves more than 1 MB unread is dropped at once,
 * one that reads nothing for 60 s is dropped then: it can resume by Last-Event-ID.
 */
export function openEventStream(
  streams: StreamRegistry,
  reply: FastifyReply,
  options: EventStreamOptions = {},
): EventStream {
  reply.hijack();
  const raw = reply.raw;
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) raw.setHeader(name, value);
  raw.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-cache, no-transform',
    'x-accel-buffering': 'no',
  });
  raw.flushHeaders();
  // Routes without an identified caller have none here.
  const caller = reply.request.caller as Caller | null;
  const holder = holderOf(caller);
  const permits = reply.request.routeOptions.config.endpoint?.permits;
  const access = permits && caller && caller.kind !== 'anonymous' ? { caller, permits } : undefined;
  const drainFrame = options.drainFrame ?? 'event: server_draining\ndata: {}\n\n';
  const errorFrame = options.errorFrame ?? defaultErrorFrame;
  const manner = { drainFrame, errorFrame, holder, access };
  const stream = new RawEventStream(raw, manner, () => streams.remove(stream));
  streams.add(stream);
  return stream;
}

type StreamManner = Pick<EventStream, 'drainFrame' | 'holder' | 'access'> &
  Required<Pick<EventStreamOptions, 'errorFrame'>>;

class RawEventStream implements EventStream {
  readonly drainFrame: string;
  readonly holder: Holder | undefined;
  readonly access: StreamAccess | undefined;
  readonly #raw: ServerResponse;
  readonly #errorFrame: StreamManner['errorFrame'];
  readonly #onClose: () => void;
  #stall: NodeJS.Timeout | undefined;
  #isOpen = true;

  constructor(
    raw: ServerResponse,
    { drainFrame, errorFrame, holder, access }: StreamManner,
    onClose: () => void,
  ) {
    this.#raw = raw;
    this.drainFrame = drainFrame;
    this.#errorFrame = errorFrame;
    this.holder = holder;
    this.access = access;
    this.#onClose = onClose;
    raw.once('close', () => this.#end());
    raw.on('drain', () => this.#clearStall());
    // A reset connection emits an error before 'close'.
    raw.on('error', () => {});
    if (raw.destroyed) this.#end();
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  write(frames: string): void {
    if (!this.#isOpen) return;
    const unread = this.#raw.writableLength;
    if (unread > 0 && unread + frames.length > maxBufferedBytes) this.#drop();
    else if (!this.#raw.write(frames)) this.#stall ??= setTimeout(() => this.#drop(), maxStallMs).unref();
  }

  send(data: unknown, id?: number | string): void {
    const frame = `data: ${JSON.stringify(data)}\n\n`;
    this.write(id === undefined ? frame : `id: ${id}\n${frame}`);
  }

  drained(): Promise<void> {
    if (!this.#isOpen || !this.#raw.writableNeedDrain) return Promise.resolve();
    return new Promise((resolve) => {
      const done = () => {
        this.#raw.off('drain', done).off('close', done);
        resolve();
      };
      this.#raw.on('drain', done).on('close', done);
    });
  }

  close(): Streamed {
    if (this.#isOpen) {
      this.#end();
      this.#raw.end();
    }
    return streamed;
  }

  fail(refusal: AppError): void {
    this.write(this.#errorFrame(refusal));
    this.close();
  }

  #drop(): void {
    this.#end();
    this.#raw.destroy();
  }

  #clearStall(): void {
    clearTimeout(this.#stall);
    this.#stall = undefined;
  }

  #end(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#clearStall();
    this.#onClose();
  }
}
