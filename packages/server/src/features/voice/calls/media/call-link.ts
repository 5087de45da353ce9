import { type CarriedError, packError, unpackError } from './carried-error.ts';

/** What goes between the two ends of a call. */
export type LinkMessage =
  | { kind: 'note' | 'ask' | 'stream'; id: number; name: string; args: readonly unknown[] }
  | { kind: 'value' | 'item'; id: number; value: unknown }
  | { kind: 'end' | 'abort'; id: number }
  | { kind: 'fail'; id: number; error: CarriedError };

/** What one end does for the other; a stream is an async iterable that it returns. */
export type LinkHandlers = Readonly<
  Record<string, (signal: AbortSignal, ...args: never[]) => unknown | Promise<unknown>>
>;

interface Waiting {
  item(value: unknown): void;
  settle(error: Error | undefined, value?: unknown): void;
}

/**
 * One end of a call that two processes share: each does for the other what only it has. Messages keep their order; an
 * aborted request is aborted at the other end too.
 */
export class CallLink {
  readonly #post: (message: LinkMessage) => void;
  #handlers: LinkHandlers;
  readonly #waiting = new Map<number, Waiting>();
  readonly #serving = new Map<number, AbortController>();
  #lastId = 0;
  #lost: Error | undefined;

  constructor(post: (message: LinkMessage) => void, handlers: LinkHandlers) {
    this.#post = post;
    this.#handlers = handlers;
  }

  /** Does more for the other end from now on. */
  add(handlers: LinkHandlers): void {
    this.#handlers = { ...this.#handlers, ...handlers };
  }

  /** Sends what needs no answer. */
  note(name: string, ...args: readonly unknown[]): void {
    if (!this.#lost) this.#post({ kind: 'note', id: 0, name, args });
  }

  async ask(name: string, args: readonly unknown[], signal?: AbortSignal): Promise<unknown> {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const settle = (error: Error | undefined, value?: unknown) => (error ? reject(error) : resolve(value));
    const stop = this.#request('ask', name, args, { item: () => {}, settle }, signal);
    try {
      return await promise;
    } finally {
      stop();
    }
  }

  async *stream(name: string, args: readonly unknown[], signal: AbortSignal): AsyncGenerator<unknown> {
    const items: unknown[] = [];
    let over: { error: Error | undefined } | undefined;
    let wake = () => {};
    const waiting = {
      item(value: unknown) {
        items.push(value);
        wake();
      },
      settle(error: Error | undefined) {
        over = { error };
        wake();
      },
    };
    const stop = this.#request('stream', name, args, waiting, signal);
    try {
      for (;;) {
        while (items.length > 0) yield items.shift();
        if (over?.error) throw over.error;
        if (over) return;
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    } finally {
      stop();
    }
  }

  /** Takes a message of the other end. */
  take(message: LinkMessage): void {
    if (this.#lost) return;
    switch (message.kind) {
      case 'note':
        this.#handle(message).catch(() => undefined);
        return;
      case 'ask':
      case 'stream':
        this.#serve(message).catch(() => undefined);
        return;
      case 'value':
        this.#waiting.get(message.id)?.settle(undefined, message.value);
        return;
      case 'item':
        this.#waiting.get(message.id)?.item(message.value);
        return;
      case 'end':
        this.#waiting.get(message.id)?.settle(undefined);
        return;
      case 'fail':
        this.#waiting.get(message.id)?.settle(unpackError(message.error));
        return;
      case 'abort':
        this.#serving.get(message.id)?.abort();
    }
  }

  /** The other end is gone, or nothing is wanted of it any more. */
  close(error: Error): void {
    if (this.#lost) return;
    this.#lost = error;
    for (const waiting of this.#waiting.values()) waiting.settle(error);
    for (const serving of this.#serving.values()) serving.abort();
    this.#waiting.clear();
  }

  #request(
    kind: 'ask' | 'stream',
    name: string,
    args: readonly unknown[],
    waiting: Waiting,
    signal: AbortSignal | undefined,
  ): () => void {
    this.#lastId += 1;
    const id = this.#lastId;
    if (this.#lost) {
      waiting.settle(this.#lost);
      return () => {};
    }
    let isOver = false;
    const settle = (error: Error | undefined, value?: unknown) => {
      isOver = true;
      waiting.settle(error, value);
    };
    this.#waiting.set(id, { item: waiting.item, settle });
    this.#post({ kind, id, name, args });
    const stop = () => {
      signal?.removeEventListener('abort', abort);
      this.#waiting.delete(id);
      if (!isOver && !this.#lost) this.#post({ kind: 'abort', id });
      isOver = true;
    };
    const abort = () => {
      if (isOver) return;
      if (!this.#lost) this.#post({ kind: 'abort', id });
      settle(new DOMException('This was stopped.', 'AbortError'));
    };
    if (signal?.aborted) abort();
    else signal?.addEventListener('abort', abort, { once: true });
    return stop;
  }

  async #handle({ name, args }: Extract<LinkMessage, { name: string }>, signal = never()): Promise<unknown> {
    const handler = this.#handlers[name];
    if (!handler) throw new Error(`Nothing does ${name} here.`);
    return handler(signal, ...(args as never[]));
  }

  async #serve(message: Extract<LinkMessage, { name: string }>): Promise<void> {
    const { kind, id } = message;
    const abort = new AbortController();
    this.#serving.set(id, abort);
    const answer = (answered: LinkMessage) => {
      if (!this.#lost && !abort.signal.aborted) this.#post(answered);
    };
    try {
      const value = await this.#handle(message, abort.signal);
      if (kind === 'ask') return answer({ kind: 'value', id, value });
      for await (const item of value as AsyncIterable<unknown>) {
        if (abort.signal.aborted) return;
        answer({ kind: 'item', id, value: item });
      }
      answer({ kind: 'end', id });
    } catch (error) {
      answer({ kind: 'fail', id, error: packError(error) });
    } finally {
      this.#serving.delete(id);
    }
  }
}

function never(): AbortSignal {
  return neverAborted.signal;
}

const neverAborted = new AbortController();
