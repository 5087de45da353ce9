import type { FetchFunction } from '@tendril/contract/node/run-context';

/** A fetch that gives up after `timeoutMs`, answer included; the same fetch when no limit is set. */
export function fetchWithin(fetch: FetchFunction, timeoutMs: number | undefined): FetchFunction {
  if (!timeoutMs) return fetch;
  return (input, init) => {
    const limit = AbortSignal.timeout(timeoutMs);
    return fetch(input, { ...init, signal: init?.signal ? AbortSignal.any([init.signal, limit]) : limit });
  };
}
