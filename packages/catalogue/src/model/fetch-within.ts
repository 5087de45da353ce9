import type { FetchFunction } from '@tendril/contract/node/run-context';

/** A fetch with a timeout for the whole exchange; the same fetch when no limit is set. */
export function fetchWithin(fetch: FetchFunction, timeoutMs: number | undefined): FetchFunction {
  if (!timeoutMs) return fetch;
  return (input, init) => {
    const limit = AbortSignal.timeout(timeoutMs);
    return fetch(input, { ...init, signal: init?.signal ? AbortSignal.any([init.signal, limit]) : limit });
  };
}
