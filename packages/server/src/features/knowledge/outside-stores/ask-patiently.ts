import { setTimeout as delay } from 'node:timers/promises';
import { AppError } from '@tendril/contract/app-error';

const mostTries = 6;
const firstWaitMs = 1000;
const longestWaitMs = 60_000;

/** Asks again when a vendor refuses a request for the number of requests: when it says so, else after ever longer waits. */
export async function askPatiently<T>(ask: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await ask();
    } catch (error) {
      const isLimited = error instanceof AppError && error.code === 'PROVIDER_RATE_LIMITED';
      if (!isLimited || tries + 1 >= mostTries) throw error;
      const waitMs = Math.min(longestWaitMs, error.retryAfterMs ?? firstWaitMs * 2 ** tries);
      await delay(waitMs, undefined, { signal, ref: false });
    }
  }
}
