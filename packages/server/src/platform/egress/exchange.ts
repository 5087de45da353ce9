import type { IncomingHttpHeaders } from 'node:http';
import type { RequestPatience } from '@tendril/contract/node/run-context';
import type { Agent, Dispatcher } from 'undici';
import { AnswerBody, type ByteSink } from './answer-body.ts';
import type { Hop } from './hop.ts';
import { lateAnswer } from './late-answer.ts';
import { openPackedBody } from './packed-body.ts';

/** The response to one request; `headers` describe the body as it is passed on. */
export interface Answer {
  status: number;
  statusText: string;
  headers: IncomingHttpHeaders;
  body: AnswerBody;
}

interface ExchangeOptions {
  /** Of the answer, after decompression. */
  maxBytes: number;
  signal: AbortSignal | undefined;
  /** That of the agent when absent. */
  patience: RequestPatience | undefined;
}

/**
 * Sends one request and resolves when the response's headers have arrived; `signal` must not have fired before. Rejects
 * with the signal's reason, EGRESS_DENIED, or a TypeError worded like the standard fetch's: clients recognize those and
 * retry.
 */
export function exchange(
  agent: Agent,
  { url, method, headers, body }: Hop,
  options: ExchangeOptions,
): Promise<Answer> {
  const { patience } = options;
  const answered = Promise.withResolvers<Answer>();
  const request = {
    origin: url.origin,
    path: url.pathname + url.search,
    method: method as Dispatcher.HttpMethod,
    headers: { 'accept-encoding': 'identity', ...headers },
    body,
    ...(patience && { headersTimeout: patience.firstByteMs, bodyTimeout: patience.silenceMs }),
  };
  agent.dispatch(request, new Exchange(answered, url.host, options));
  return answered.promise;
}

/** Directly on the pool's callbacks: a Node stream and a web stream for every response cost more than the request. */
class Exchange implements Dispatcher.DispatchHandler {
  readonly #answered: PromiseWithResolvers<Answer>;
  readonly #maxBytes: number;
  readonly #signal: AbortSignal | undefined;
  readonly #patience: RequestPatience | undefined;
  readonly #host: string;
  #controller: Dispatcher.DispatchController | undefined;
  #sink: ByteSink | undefined;

  constructor(
    answered: PromiseWithResolvers<Answer>,
    host: string,
    { maxBytes, signal, patience }: ExchangeOptions,
  ) {
    this.#answered = answered;
    this.#host = host;
    this.#maxBytes = maxBytes;
    this.#signal = signal;
    this.#patience = patience;
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
    const late = this.#patience && lateAnswer(error, this.#host, this.#patience);
    const words = this.#sink ? 'terminated' : 'fetch failed';
    this.#fail(late ?? (isDenied ? error : new TypeError(words, { cause: error })));
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
