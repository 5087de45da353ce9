import { AsyncLocalStorage } from 'node:async_hooks';

const bulk = new AsyncLocalStorage<boolean>();

/** Does work in the background: its requests let those of people and calls go first. */
export function asBulk<T>(work: () => T): T {
  return bulk.run(true, work);
}

export function isBulk(): boolean {
  return bulk.getStore() === true;
}
