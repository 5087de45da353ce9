import type { DocumentStoreStatus, StoreLoaderSummary } from '@tendril/contract/api/document-stores';
import type { Job } from '@tendril/contract/api/jobs';
import type { LoaderSummaryRow } from './document-stores.store.ts';

/** The kinds of jobs that work on a knowledge base. */
export const processKind = 'document-store-process';
export const upsertKind = 'document-store-upsert';

type LoaderState = Pick<StoreLoaderSummary, 'status' | 'vectorStatus' | 'job'>;
type LoaderFacts = Pick<LoaderSummaryRow, 'id' | 'batch' | 'isStale' | 'chunkRevision' | 'vectorRevision'>;

/** The status of a loader, from its row and the jobs in progress. */
export function loaderState(row: LoaderFacts, open: readonly Job[]): LoaderState {
  const processing = open.find((job) => job.kind === processKind && job.partId === row.id);
  const upserting = open.find(
    (job) =>
      job.kind === upsertKind && (job.partId === row.id || (job.partId === null && row.batch !== null)),
  );
  return {
    status: processing ? 'SYNCING' : statusOf(row),
    vectorStatus: upserting ? 'UPSERTING' : vectorStatusOf(row),
    job: processing ?? upserting ?? null,
  };
}

function statusOf({ batch, isStale }: LoaderFacts): StoreLoaderSummary['status'] {
  if (batch === null) return 'NEW';
  return isStale === 1 ? 'STALE' : 'SYNC';
}

function vectorStatusOf({ chunkRevision, vectorRevision }: LoaderFacts): StoreLoaderSummary['vectorStatus'] {
  if (vectorRevision === null) return 'NONE';
  return vectorRevision === chunkRevision ? 'UPSERTED' : 'STALE';
}

/** The status of a knowledge base, from its loaders. */
export function storeStatus(loaders: readonly LoaderState[]): DocumentStoreStatus {
  const has = (test: (loader: LoaderState) => boolean) => loaders.some(test);
  if (loaders.length === 0) return 'EMPTY';
  if (has(({ status }) => status === 'SYNCING')) return 'SYNCING';
  if (has(({ vectorStatus }) => vectorStatus === 'UPSERTING')) return 'UPSERTING';
  if (loaders.every(({ status }) => status === 'NEW')) return 'NEW';
  if (has(({ status }) => status !== 'SYNC')) return 'STALE';
  if (loaders.every(({ vectorStatus }) => vectorStatus === 'UPSERTED')) return 'UPSERTED';
  return loaders.every(({ vectorStatus }) => vectorStatus === 'NONE') ? 'SYNC' : 'STALE';
}
