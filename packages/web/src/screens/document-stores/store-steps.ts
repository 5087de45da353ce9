import type { DocumentStore } from '@tendril/contract/api/document-stores';
import { loaderTrouble } from './store-jobs.ts';

export type StepId = 'sources' | 'chunks' | 'embed' | 'search';

/** `waiting`: an earlier step has to come first. */
export type StepState = 'waiting' | 'todo' | 'working' | 'stale' | 'failed' | 'done';

interface StoreSteps {
  states: Record<StepId, StepState>;
  /** The one step that has something to do for a person now; none while a job is at work. */
  next: StepId | undefined;
}

type Store = Pick<DocumentStore, 'loaders' | 'jobs'>;

const order: readonly StepId[] = ['sources', 'chunks', 'embed', 'search'];

/** How far a store is on its way from sources to answers, and what comes next. */
export function storeSteps(store: Store): StoreSteps {
  const states = {
    sources: store.loaders.length === 0 ? 'todo' : 'done',
    chunks: chunksState(store),
    embed: embedState(store),
    search: store.loaders.some(({ vectorStatus }) => ['UPSERTED', 'STALE'].includes(vectorStatus))
      ? 'done'
      : 'waiting',
  } satisfies Record<StepId, StepState>;
  const isWorking = order.some((id) => states[id] === 'working');
  const needs = (state: StepState) => state === 'todo' || state === 'stale' || state === 'failed';
  const next = isWorking ? undefined : (order.find((id) => needs(states[id])) ?? 'search');
  return { states, next };
}

function chunksState(store: Store): StepState {
  const { loaders } = store;
  if (loaders.length === 0) return 'waiting';
  if (loaders.some(({ status }) => status === 'SYNCING')) return 'working';
  if (hasFailed(store, 'process')) return 'failed';
  if (loaders.every(({ status }) => status === 'NEW')) return 'todo';
  return loaders.every(({ status }) => status === 'SYNC') ? 'done' : 'stale';
}

function embedState(store: Store): StepState {
  const cut = store.loaders.filter(({ status }) => status !== 'NEW');
  if (cut.some(({ vectorStatus }) => vectorStatus === 'UPSERTING')) return 'working';
  if (cut.every(({ totalChunks }) => totalChunks === 0)) return 'waiting';
  if (hasFailed(store, 'upsert')) return 'failed';
  if (cut.every(({ vectorStatus }) => vectorStatus === 'NONE')) return 'todo';
  return cut.every(({ vectorStatus }) => vectorStatus === 'UPSERTED') ? 'done' : 'stale';
}

function hasFailed(store: Store, work: 'process' | 'upsert'): boolean {
  return store.loaders.some((loader) => {
    const trouble = loaderTrouble(store, loader);
    return trouble !== undefined && !trouble.isStopped && trouble.work === work;
  });
}
