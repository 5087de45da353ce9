import { AppError } from '@tendril/contract/app-error';
import type { OutboundSocket, SocketEnd, SocketRequest } from '@tendril/contract/provider/outbound-socket';
import { type Agent, type Dispatcher, WebSocket } from 'undici';
import { denied } from './denied.ts';
import type { EgressRules } from './egress-rules.ts';
import { MessageQueue } from './message-queue.ts';
import { withoutTransportHeaders } from './transport-headers.ts';

const defaultConnectMs = 10_000;
const defaultMaxBytes = 1024 * 1024;
/** How much may wait for a slow reader; beyond it the socket is closed. */
const maxWaitingBytes = 16 * 1024 * 1024;
const normalEnd = 1000;
// Clients may send codes from 3000 on only.
const tooLarge = 4009;

/** Opens a WebSocket to a checked address. */
export async function openOutboundSocket(
  agent: Agent,
  rules: EgressRules,
  address: string | URL,
  request: SocketRequest = {},
): Promise<OutboundSocket> {
  const url = URL.parse(String(address));
  if (!url || !/^wss?:$/.test(url.protocol) || !rules.mayAsk(asWeb(url)))
    throw denied(url?.host || 'This address');
  request.signal?.throwIfAborted();
  let failure: unknown;
  const dispatcher = noting(agent, (error) => {
    failure = error;
  });
  const socket = new WebSocket(url.href, {
    dispatcher,
    protocols: [...(request.protocols ?? [])],
    ...(request.headers && { headers: withoutTransportHeaders(Object.entries(request.headers)) }),
  });
  socket.binaryType = 'arraybuffer';
  const opened = Promise.withResolvers<void>();
  const end = Promise.withResolvers<SocketEnd>();
  const messages = new MessageQueue(maxWaitingBytes, () => socket.close(tooLarge, 'Not read in time.'));
  const limit = request.maxMessageBytes ?? defaultMaxBytes;

  let refusal: Error | undefined;
  const giveUp = (error: Error) => {
    refusal ??= error;
    opened.reject(refusal);
    close(socket);
  };
  const late = () => giveUp(unreachable('did not answer in time'));
  const timer = setTimeout(late, request.connectMs ?? defaultConnectMs);
  const abort = () => giveUp(request.signal?.reason ?? unreachable('was given up'));
  request.signal?.addEventListener('abort', abort, { once: true });

  socket.onopen = () => opened.resolve();
  socket.onmessage = ({ data }) => {
    const message = typeof data === 'string' ? data : new Uint8Array(data as ArrayBuffer);
    const size = typeof message === 'string' ? Buffer.byteLength(message) : message.byteLength;
    if (size > limit) socket.close(tooLarge, 'The message is too large.');
    else messages.push(message, size);
  };
  socket.onerror = () => opened.reject(refusal ?? toRefusal(failure));
  socket.onclose = ({ code, reason }) => {
    clearTimeout(timer);
    request.signal?.removeEventListener('abort', abort);
    opened.reject(refusal ?? unreachable('closed the connection'));
    messages.end();
    end.resolve({ code, reason });
  };
  await opened.promise.finally(() => clearTimeout(timer));
  return {
    messages,
    closed: end.promise,
    get bufferedBytes() {
      return socket.bufferedAmount;
    },
    send(message) {
      if (socket.readyState === WebSocket.OPEN) socket.send(message);
    },
    close: (code = normalEnd, reason = '') => close(socket, code, reason),
  };
}

function close(socket: WebSocket, code?: number, reason?: string): void {
  if (socket.readyState === WebSocket.CONNECTING || socket.readyState === WebSocket.OPEN)
    socket.close(code, reason);
}

/** The WebSocket client reports only that it failed; the reason comes from the layer below. */
function noting(agent: Agent, note: (error: Error) => void): Dispatcher {
  return agent.compose((dispatch) => (options, handler) => {
    const noted: Dispatcher.DispatchHandler = {
      onRequestStart: (...given) => handler.onRequestStart?.(...given),
      onRequestUpgrade: (...given) => handler.onRequestUpgrade?.(...given),
      onResponseStart: (...given) => handler.onResponseStart?.(...given),
      onResponseData: (...given) => handler.onResponseData?.(...given),
      onResponseEnd: (...given) => handler.onResponseEnd?.(...given),
      onResponseError(controller, error) {
        note(error);
        handler.onResponseError?.(controller, error);
      },
    };
    return dispatch(options, noted);
  });
}

/** The rules know HTTP addresses: a socket is opened by a request to the same host and port. */
function asWeb(url: URL): URL {
  return new URL(url.href.replace(/^ws/, 'http'));
}

function unreachable(what: string, cause?: unknown): AppError {
  return new AppError('PROVIDER_UNAVAILABLE', `The WebSocket server ${what}.`, { cause });
}

function toRefusal(error: unknown): AppError {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 6; cause = cause.cause, depth += 1)
    if (cause instanceof AppError) return cause;
  return unreachable('could not be reached', error);
}
