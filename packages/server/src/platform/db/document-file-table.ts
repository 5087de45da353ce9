import type { Json, Time } from './column.ts';

/** A file that a loader of a knowledge base reads: uploaded, or found at its source. */
export interface DocumentFileTable {
  id: string;
  workspaceId: string;
  storeId: string;
  loaderId: string;
  /** What it is known by within its loader: a file name, or the source's own key. */
  key: string;
  title: string;
  url: string | null;
  /** What its source says of its content (a hash, a tag, a date); what was read last. */
  version: string | null;
  /** SHA-256 of its content, as it was read last. */
  contentHash: string | null;
  /** Which of its readings is to be found; null where it was read before there were editions. */
  edition: string | null;
  state: 'queued' | 'reading' | 'chunked' | 'embedded' | 'failed';
  /** Null where its source does not say. */
  bytes: number | null;
  chunks: number;
  chars: number;
  /** Why it could not be read, or what of it could not. */
  error: string | null;
  attempts: number;
  /** `listed` by its source, or `kept` by a person although it is not any more; null for one that was added by hand. */
  origin: 'listed' | 'kept' | null;
  /** Who may read it; null where nothing was said of this file. */
  acl: Json | null;
  aclAt: Time | null;
  /** The name that its content is stored under; null where that is its key, or where its source keeps it. */
  storedName: string | null;
  /** The job that reads it. */
  jobId: string | null;
  /** The order of its loader's files. */
  position: number;
  createdAt: Time;
  updatedAt: Time;
}
