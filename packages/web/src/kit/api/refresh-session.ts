import { refreshToken } from '@tendril/contract/api/auths';
import { addressOf } from './address.ts';
import { endSession } from './end-session.ts';
import { requestHeaders } from './request-headers.ts';

// Kept in local storage, so that a tab sees the refresh another tab made.
const countKey = 'sessionRefreshes';
let underWay: Promise<boolean> | undefined;

/** How many refreshes this browser has made; a request notes it before it is sent. */
export function refreshCount(): number {
  return Number(localStorage.getItem(countKey) ?? 0);
}

/**
 * Renews the session once for all who ask at the same time, in this tab and in others. Answers whether a replay makes
 * sense; a refresh that is answered 401 ends the session, any other failure clears nothing.
 */
export function refreshSession(countBefore: number): Promise<boolean> {
  underWay ??= inTurn(() => refreshUnlessDone(countBefore)).finally(() => {
    underWay = undefined;
  });
  return underWay;
}

// Locks exist only in secure contexts; without them two tabs refresh twice, which the server bears.
function inTurn(work: () => Promise<boolean>): Promise<boolean> {
  return navigator.locks ? navigator.locks.request('session-refresh', work) : work();
}

async function refreshUnlessDone(countBefore: number): Promise<boolean> {
  if (refreshCount() !== countBefore) return true;
  const { method, path } = refreshToken;
  const response = await fetch(addressOf(path), {
    method,
    headers: requestHeaders(method, path),
    credentials: 'include',
    signal: AbortSignal.timeout(10_000),
  }).catch(() => undefined);
  if (response?.ok) localStorage.setItem(countKey, String(countBefore + 1));
  if (response?.status === 401) endSession('lost');
  return response?.ok ?? false;
}
