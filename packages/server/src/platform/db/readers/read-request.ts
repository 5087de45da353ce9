import { AsyncLocalStorage } from 'node:async_hooks';

/** The request that reads are made for. */
interface ReadRequest {
  /** Aborts when nobody waits for its answer any more. */
  readonly signal: AbortSignal;
}

/** Lets heavy reads end with their request, without every service passing its signal along. */
export const readRequest = new AsyncLocalStorage<ReadRequest>();
