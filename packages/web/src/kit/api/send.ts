import type { Auth, Method } from '@tendril/contract/api/endpoint';
import { demandOf, meetDemand } from '../state/identity-store.ts';
import { readStoredUser } from '../state/session-store.ts';
import { errorTexts } from '../texts/en/errors.ts';
import { say } from '../texts/texts.ts';
import { addressOf, isTimedPath } from './address.ts';
import { refreshCount, refreshSession } from './refresh-session.ts';
import { reloadOnce } from './reload-once.ts';
import { RequestError, readRefusal } from './request-error.ts';
import { requestHeaders } from './request-headers.ts';
import { revealRefusal } from './reveal-refusal.ts';

/** How long an ordinary request may take. */
export const requestTimeoutMs = 10_000;

/** One request: `path` is filled and may carry a query; `body` becomes JSON, unless it is a form; `text` is JSON already. */
export interface Outgoing {
  method: Method;
  path: string;
  auth: Auth;
  body?: unknown;
  text?: string;
  headers?: Readonly<Record<string, string>>;
  signal?: AbortSignal | undefined;
}

/**
 * Sends a request and answers its response, which is always a good one: a 401 is refreshed and replayed once,
 * anything else that is refused throws a RequestError.
 */
export async function send(outgoing: Outgoing): Promise<Response> {
  const countBefore = refreshCount();
  let response = await sendOnce(outgoing);
  // Sign-in, registration and refresh answer 401 for themselves; a visitor has no session to renew.
  const isSignIn = outgoing.auth === 'origin' || outgoing.auth === 'step';
  const isRenewable = response.status === 401 && !isSignIn && readStoredUser() !== null;
  if (isRenewable && (await refreshSession(countBefore))) {
    response = await sendOnce(outgoing);
  }
  response = await revealRefusal(response).catch((cause) => {
    throw toRequestError(cause, outgoing.signal);
  });
  if (response.ok) return response;
  const refusal = await readRefusal(response);
  if (refusal.code === 'CSRF_ERROR') reloadOnce();
  const demand = demandOf(refusal.code);
  // Once it is met the same request is let through; the next refusal is final only when the person gives up.
  if (demand && (await meetDemand(demand))) return send(outgoing);
  throw refusal;
}

async function sendOnce({ method, path, body, text, headers, signal }: Outgoing): Promise<Response> {
  const all = requestHeaders(method, path);
  for (const [name, value] of Object.entries(headers ?? {})) all.set(name, value);
  const isForm = body instanceof FormData;
  // The browser writes the type of a form itself: it holds the boundary.
  if ((body !== undefined || text !== undefined) && !isForm) all.set('content-type', 'application/json');
  // A form may carry files, which take as long as the line needs.
  const signals = [signal, isTimedPath(path) && !isForm ? AbortSignal.timeout(requestTimeoutMs) : undefined];
  const present = signals.filter((item) => item !== undefined);
  try {
    return await fetch(addressOf(path), {
      method,
      headers: all,
      credentials: 'include',
      ...(text !== undefined && { body: text }),
      ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
      ...(present.length > 0 && { signal: AbortSignal.any(present) }),
    });
  } catch (cause) {
    throw toRequestError(cause, signal);
  }
}

/** The error for a failed fetch or an incomplete body; an abort by the caller is passed through. */
export function toRequestError(cause: unknown, signal?: AbortSignal): unknown {
  if (signal?.aborted) return cause;
  if (cause instanceof DOMException && cause.name === 'TimeoutError') {
    return new RequestError(0, 'TIMEOUT', say(errorTexts, 'timeout', { seconds: requestTimeoutMs / 1000 }), {
      cause,
    });
  }
  return new RequestError(0, 'NETWORK', say(errorTexts, 'network'), { cause });
}
