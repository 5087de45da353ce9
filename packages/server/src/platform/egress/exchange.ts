import type { IncomingHttpHeaders } from 'node:http';
import type { Agent, Dispatcher } from 'undici';
import { AnswerBody, type ByteSink } from './answer-body.ts';
import type { Hop } from './hop.ts';
import { openPackedBody } from './packed-body.ts';

/** The response to one request; `headers` describe the body as it is passed on. */
export interface Answer {
  status: number;
  statusText: string;
  headers: IncomingHttpHeaders;
  body: AnswerBody;
}

/**
 * Sends one request and resolves when the response's headers have arrived; `signal` must not have fired before. Rejects
 * with the signal's reason, EGRESS_DENIED, or a TypeError worded like the standard fetch's: clients recognize those and
 * retry.
 */
export function exchange(
  agent: Agent,
  { url, method, headers, body }: Hop,
  maxBytes: number,
  signal: AbortSignal | undefined,
): Promise<Answer> {
  const answered = Promise.withResolvers<Answer>();
  const request = {
    origin: url.origin,
    path: url.pathname + url.search,
    method: method as Dispatcher.HttpMethod,
    headers: { 'accept-encoding': 'identity', ...headers },
    body,
  };
  agent.dispatch(request, new Exchange(answered, maxBytes, signal));
  return answered.promise;
}

/** Directly on the pool's callbacks: a Node stream and a web stream for every response cost more than the request. */
class Exchange implements Dispatcher.DispatchHandler {
  readonly #answered: PromiseWithResolvers<Answer>;
  readonly #maxBytes: number;
  readonly #signal: AbortSignal | undefined;
  #controller: Dispatcher.DispatchController | undefined;
  #sink: ByteSink | undefined;

  constructor(answered: PromiseWithResolvers<Answer>, maxBytes: number, signal: AbortSignal | undefined) {
    this.#answered = answered;
    this.#maxBytes = maxBytes;
    this.#signal = signal;
    signal?.addEventListener('abort', this.#abort);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#signal?.aborted) controller.abort(this.#signal.reason);
  }

  onResponseStart(
    controller: Dispatcher.DispatchController,
    status: number,
    headers: IncomingHttpHeaders,
    statusText = '',
  ): void {
    if (status < 200) return;
    const encoding = headers['content-encoding'];
    const packed = encoding ? openPackedBody(encoding, controller, this.#maxBytes) : undefined;
    const body = packed?.body ?? new AnswerBody(controller, this.#maxBytes);
    this.#sink = packed?.sink ?? body;
    if (packed) {
      delete headers['content-encoding'];
      delete headers['content-length'];
    }
    this.#answered.resolve({ status, statusText, headers, body });
  }

  onResponseData(_controller: Dispatcher.DispatchController, bytes: Buffer<ArrayBuffer>): void {
    this.#sink?.push(bytes);
  }

  onResponseEnd(): void {
    this.#leaveSignal();
    this.#sink?.end();
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error & { code?: unknown }): void {
    this.#leaveSignal();
    const isDenied = error.code === 'EGRESS_DENIED';
    const words = this.#sink ? 'terminated' : 'fetch failed';
    this.#fail(isDenied ? error : new TypeError(words, { cause: error }));
  }

  readonly #abort = (): void => {
    const reason = this.#signal?.reason;
    this.#fail(reason);
    // Without a controller the request still waits for its connection; `onRequestStart` ends it then.
    this.#controller?.abort(reason);
  };

  #fail(error: Error): void {
    this.#answered.reject(error);
    this.#sink?.fail(error);
  }

  #leaveSignal(): void {
    this.#signal?.removeEventListener('abort', this.#abort);
  }
}
