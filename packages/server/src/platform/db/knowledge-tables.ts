import type { Job } from '@tendril/contract/api/jobs';
import type { Generated } from 'kysely';
import type { Bit, Json, Time } from './column.ts';

/** Work that continues after its request was answered; the process that does it is named in it. */
export interface JobTable {
  id: string;
  workspaceId: string;
  kind: string;
  lane: Job['lane'];
  /** Jobs of one queue are done one after the other. */
  queue: string;
  /** At most one job of a kind waits under a key. */
  key: string | null;
  /** Its turn among the waiting jobs of its lane; on PostgreSQL. */
  position: number;
  state: 'waiting' | 'running' | 'paused' | 'done' | 'failed' | 'cancelled';
  subjectId: string;
  partId: string | null;
  input: Json;
  /** Where it resumes after a stop. */
  checkpoint: Json | null;
  done: number;
  total: number | null;
  unit: string;
  /** Failed ones since it last made progress. */
  attempts: number;
  /** How often its process died under it without progress since the death before. */
  deaths: number;
  doneAtDeath: number;
  /** How often it failed, by cause. */
  causes: Json | null;
  error: Json | null;
  result: Json | null;
  isCancelAsked: Bit;
  /** It is to stop at its next step, until somebody resumes it. */
  isPauseAsked: Bit;
  /** What it is at, and whom it waits for, while it makes no progress. */
  stage: Json | null;
  leaseOwner: string | null;
  runAt: Time;
  createdAt: Time;
  updatedAt: Time;
}

/** A pool of workers that claims jobs from the queue of PostgreSQL, and the process that it belongs to. */
export interface JobPoolTable {
  id: string;
  ownerId: string;
}

export interface DocumentStoreTable {
  id: string;
  workspaceId: string;
  name: string;
  description: string;
  embeddingConfig: Json | null;
  vectorStoreConfig: Json | null;
  recordManagerConfig: Json | null;
  /** `open`: everyone who may use it finds all of it; `restricted`: the lists of its loaders and files decide. */
  audience: Generated<'open' | 'restricted'>;
  createdAt: Time;
  updatedAt: Time;
}

export interface DocumentStoreLoaderTable {
  id: string;
  workspaceId: string;
  storeId: string;
  /** Name of the catalogue's node. */
  loaderId: string;
  loaderName: string;
  loaderConfig: Json;
  splitterId: string;
  splitterName: string;
  splitterConfig: Json;
  credential: string | null;
  source: string;
  files: Json;
  /** The batch of the current chunks; null before the first processing. */
  batch: string | null;
  totalChunks: number;
  totalChars: number;
  /** Its settings have changed since. */
  isStale: Bit;
  error: string | null;
  /** What of its source could not be read, while the rest was. */
  problem: string | null;
  /** What reads pictures and sound of it, and writes about its chunks. */
  reading: Json | null;
  chunkRevision: number;
  /** The chunk revision that can be searched; null before the first upsert. */
  vectorRevision: number | null;
  /** Who may read those of its files without a list of their own; null: the workspace. */
  acl: Json | null;
  createdAt: Time;
  updatedAt: Time;
}

export interface DocumentChunkTable {
  id: string;
  workspaceId: string;
  storeId: string;
  loaderId: string;
  batch: string;
  chunkNo: number;
  /** Of what is embedded: the index text, else the text. */
  hash: string;
  /** The hash that was embedded before the text was edited. */
  editedFrom: string | null;
  pageContent: string;
  metadata: Json;
  /** Embedded and indexed for words in place of the text; null where that is the text itself. */
  indexText: string | null;
  /** What is given to the model in its place. */
  parentKey: string | null;
  /** The file that it is of; null where its loader reads none. */
  fileId: string | null;
  /** The reading of the file that it is of. */
  edition: string | null;
}

/** An edition of a file that is not to be found; where chunks have none, the id of their file. */
export interface HiddenEditionTable {
  edition: string;
  workspaceId: string;
  storeId: string;
  loaderId: string;
  fileId: string;
  /** The job that is putting it in place; null where its chunks are to go. */
  jobId: string | null;
}

/** A longer text around chunks of one batch. */
export interface DocumentParentTable {
  workspaceId: string;
  storeId: string;
  loaderId: string;
  batch: string;
  key: string;
  text: string;
}

/** What a model has written about a chunk, by the hash of all that it was written from. */
export interface ChunkContextTable {
  workspaceId: string;
  key: string;
  text: string;
  /** Both null in what the release before wrote. */
  loaderId: string | null;
  fileId: string | null;
  createdAt: Time;
  usedAt: Time | null;
}

/**
 * Vectors as the release before stored them, one a text: bytes in SQLite, a list in PostgreSQL. They are moved to
 * `vector_value` by the server.
 */
export interface DocumentVectorTable {
  workspaceId: string;
  storeId: string;
  loaderId: string;
  hash: string;
  embedding: string;
  vector: Uint8Array | number[];
  /** On PostgreSQL, where a process of that release may still read them. */
  movedAt: Time | null;
}
