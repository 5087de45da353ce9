import type { StoreUpsertResult } from '@tendril/contract/api/document-store-vectors';
import type { DatabaseTransaction } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import type { RunningJob } from '../../../platform/jobs/job-handler.ts';
import {
  documentStoreStore,
  type EmbedderSets,
  emptyResult,
  type LoaderRow,
  openSets,
  type ProcessParts,
} from '../document-stores/public.ts';
import { removeEditions } from './remove-editions.ts';

/** A wait that is longer than this is spoken of. */
const noticeMs = 20_000;

/** How far a file is. */
export interface FileReached {
  fileId: string;
  /** Of its loader's reading, on disk. */
  parts: number;
  /** Chunks of the part after them, on disk. */
  ofPart?: number;
  chunks: number;
  problems: readonly string[];
  /** What distinguishes its chunks from those that were stored of it before. */
  edition: string;
  /** What a chunk's place in the file and its number in the job differ by; it grows when other files came between. */
  before: number;
  /** How files were cut into parts when it was begun. */
  cutting?: number;
  /** The deaths of the job's process when it was begun; undefined since something of it was written. */
  begunAt?: number | undefined;
  /** How often the server died under it since something of it was written. */
  stops?: number;
}

/** A job as the processing of files sees it. */
export interface FileJob extends Scope {
  /** New chunks are of this batch until their file is whole. */
  readonly id: string;
  readonly signal: AbortSignal;
  readonly isLastAttempt: boolean;
  readonly loader: LoaderRow;
  /** The models that texts are embedded with; null where the loader is not searchable. */
  readonly sets: EmbedderSets | null;
  /** Whether everybody may see what is stored. */
  readonly isOpen: boolean;
  /** What was embedded so far. */
  embedded: StoreUpsertResult;
  /** A file that a stop interrupted. */
  reached: FileReached | undefined;
  /** Of its process, so far. */
  readonly deaths: number;
  /** Says whom the work waits for, when that takes long. */
  whileWaiting<T>(vectors: Promise<T>): Promise<T>;
  untilUpFor: RunningJob['untilUpFor'];
  /** Commits a step: `reached` is undefined once the file is done, `share` is how much of it is done. */
  commit(
    step: { reached: FileReached | undefined; share: number; embedded: StoreUpsertResult },
    write: (trx: DatabaseTransaction) => Promise<void>,
  ): Promise<void>;
}

interface FileJobRequest {
  job: RunningJob;
  loader: LoaderRow;
  /** Also makes a loader searchable that is not yet. */
  isUpserting?: boolean;
  reached?: FileReached | undefined;
  embedded?: StoreUpsertResult | undefined;
  commit: FileJob['commit'];
}

/** Opens the models of a loader's files. */
export async function openFileJob(parts: ProcessParts, request: FileJobRequest): Promise<FileJob> {
  const { job, loader, isUpserting = false, reached, embedded = emptyResult, commit } = request;
  const { id, workspaceId, signal, deaths } = job;
  // What a stop has left.
  await removeEditions(parts.db, loader);
  const isSearchable = isUpserting || loader.vectorRevision !== null;
  const store = isSearchable
    ? await documentStoreStore(parts.db).find({ workspaceId }, loader.storeId)
    : undefined;
  const sets = store ? await openSets(parts, { workspaceId }, store, signal) : null;
  const vendor = sets?.[0].embedding ?? null;
  const whileWaiting = async <T>(vectors: Promise<T>): Promise<T> => {
    const stage = { doing: 'embedding' as const, what: null, waitsFor: vendor, leftMs: null };
    const notice = setTimeout(() => void job.describe(stage).catch(() => undefined), noticeMs);
    return vectors.finally(() => clearTimeout(notice));
  };
  const isOpen = store?.audience === 'open';
  return {
    ...{ id, workspaceId, signal, loader, sets, isOpen },
    ...{ deaths, embedded, reached, whileWaiting, commit },
    get isLastAttempt() {
      return job.isLastAttempt;
    },
    untilUpFor: (ms, mostMs) => job.untilUpFor(ms, mostMs),
  };
}
