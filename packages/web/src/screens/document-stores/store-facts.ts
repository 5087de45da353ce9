import type { StoreLoaderSummary } from '@tendril/contract/api/document-stores';

/** The loaders of a store by name, each once, the first one first. */
export function loaderNames(loaders: readonly Pick<StoreLoaderSummary, 'loaderId'>[]): string[] {
  return [...new Set(loaders.map(({ loaderId }) => loaderId))];
}

/** How many idle sources have failed. */
export function failedCount(loaders: readonly Pick<StoreLoaderSummary, 'error' | 'job'>[]): number {
  return loaders.filter(({ error, job }) => error !== null && job === null).length;
}
