import type { FetchFunction, RunContext } from '@tendril/contract/node/run-context';
import { fetchWithin } from './fetch-within.ts';

/**
 * The way out to a model, which may think for minutes before it says something. The node's own timeout limits a whole
 * request; where that, or the limit of the step, is longer than models are usually waited for, it is waited that long.
 */
export function modelFetch(
  { services, limitMs }: Pick<RunContext, 'services' | 'limitMs'>,
  timeoutMs: number | undefined,
): FetchFunction {
  const longestMs = timeoutMs || limitMs;
  if (!longestMs) return services.fetch;
  // The one that sets the limit ends the request, in its own words.
  const patience = { firstByteMs: longestMs * 2, silenceMs: longestMs * 2 };
  return fetchWithin((input, init) => services.fetch(input, { ...init, patience }), timeoutMs);
}
