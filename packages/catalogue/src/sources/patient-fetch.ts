import { setTimeout as pause } from 'node:timers/promises';
import type { FetchFunction } from '@tendril/contract/node/run-context';

const mostTries = 5;
const longestWaitMs = 120_000;
const firstWaitMs = 1000;

/** How long a vendor asks us to wait: seconds, or a date. */
function askedWaitMs(response: Response, now: number): number | undefined {
  const text = response.headers.get('retry-after')?.trim();
  if (!text) return undefined;
  const seconds = Number(text);
  const waitMs = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(text) - now;
  return Number.isNaN(waitMs) ? undefined : Math.max(0, waitMs);
}

/** A fetch that waits where a vendor asks for it, and tries again; what it asks for in vain is returned as it came. */
export function patientFetch(fetch: FetchFunction, signal: AbortSignal): FetchFunction {
  return async (input, init) => {
    for (let tries = 1; ; tries += 1) {
      const response = await fetch(input, init);
      const isBusy = response.status === 429 || response.status === 503;
      const asked = askedWaitMs(response, Date.now());
      // Without a word of how long, only the limit of requests is worth a second try.
      const waitMs = asked ?? (response.status === 429 ? firstWaitMs * 2 ** (tries - 1) : undefined);
      if (!isBusy || waitMs === undefined || waitMs > longestWaitMs || tries >= mostTries) return response;
      await response.body?.cancel();
      await pause(waitMs, undefined, { signal });
    }
  };
}
