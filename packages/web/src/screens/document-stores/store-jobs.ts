import { type StoreUpsertResult, storeUpsertResult } from '@tendril/contract/api/document-store-vectors';
import type { DocumentStore, StoreLoaderSummary } from '@tendril/contract/api/document-stores';
import type { Job } from '@tendril/contract/api/jobs';

type Work = 'process' | 'upsert';

/** Why the processing of a source ended early. */
export interface LoaderTrouble {
  work: Work;
  /** Stopped by a user. */
  isStopped: boolean;
  /** The server's message; '' if there is none. */
  reason: string;
}

/** What a job does to a store. */
export function workOf({ kind }: Pick<Job, 'kind'>): Work {
  return kind === 'document-store-upsert' ? 'upsert' : 'process';
}

export function isEnded({ state }: Pick<Job, 'state'>): boolean {
  return state === 'done' || state === 'failed' || state === 'cancelled';
}

/** The latest work on a source, when it failed or was stopped and nothing has been done about it since. */
export function loaderTrouble(
  { jobs }: Pick<DocumentStore, 'jobs'>,
  loader: Pick<StoreLoaderSummary, 'id' | 'job' | 'error' | 'status'>,
): LoaderTrouble | undefined {
  if (loader.job) return undefined;
  const last = jobs.find(
    (job) => isEnded(job) && (job.partId === loader.id || (job.partId === null && loader.status !== 'NEW')),
  );
  if (last?.state === 'failed')
    return { work: workOf(last), isStopped: false, reason: last.error?.message ?? loader.error ?? '' };
  if (last?.state === 'cancelled') return { work: workOf(last), isStopped: true, reason: '' };
  if (last || !loader.error) return undefined;
  // The job itself is forgotten after a while, its failure is not.
  return { work: loader.status === 'NEW' ? 'process' : 'upsert', isStopped: false, reason: loader.error };
}

/** The upserts of a store, or of one of its loaders, newest first. */
export function upsertsOf({ jobs }: Pick<DocumentStore, 'jobs'>, loaderId: string | undefined): Job[] {
  return jobs.filter(
    (job) =>
      workOf(job) === 'upsert' && (loaderId === undefined || job.partId === null || job.partId === loaderId),
  );
}

/** What an upsert did, once it is done. */
export function upsertResultOf(job: Pick<Job, 'result' | 'state'>): StoreUpsertResult | undefined {
  if (job.state !== 'done') return undefined;
  return storeUpsertResult.safeParse(job.result).data;
}
