import type { FetchFunction, NodeServices } from '@tendril/contract/node/run-context';

const firstByteMs = 30_000;
const silenceMs = 20_000;

interface Asking {
  services: Pick<NodeServices, 'fetch'>;
  limitMs?: number;
}

/**
 * The way out to a service, which answers soon or hangs. A step whose settings limit an attempt waits as long as they say
 * instead: callers of a slow service set that.
 */
export function serviceFetch({ services, limitMs }: Asking): FetchFunction {
  const patience = { firstByteMs: limitMs ?? firstByteMs, silenceMs: limitMs ?? silenceMs };
  return (input, init) => services.fetch(input, { ...init, patience });
}
