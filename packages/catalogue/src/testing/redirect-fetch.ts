import type { FetchFunction } from '@tendril/contract/node/run-context';

/** A fetch that sends every request to another origin, path and query kept: a vendor's address becomes a local server's. */
export function redirectFetch(origin: string): FetchFunction {
  return (input, init) => {
    const asked = new URL(input instanceof Request ? input.url : input);
    return fetch(new URL(asked.pathname + asked.search, origin), init);
  };
}
