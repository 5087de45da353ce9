import type { Time } from './column.ts';

/** Which content a source of an answer was read from; a `file` row of the run keeps it. */
export interface MessageCitationTable {
  messageId: string;
  /** The place among the answer's sources, from 1. */
  number: number;
  workspaceId: string;
  runId: string;
  storeId: string;
  loaderId: string;
  /** Null where its loader has no rows for files. */
  fileId: string | null;
  chunkId: string;
  name: string;
  mediaType: string;
  size: number;
  sha256: string;
  /** Of its knowledge base when it was cited: decides when that is gone. */
  audience: 'open' | 'restricted';
}

/** A question that a knowledge base had no answer to; those that ask the same are one. */
export interface KnowledgeGapTable {
  id: string;
  workspaceId: string;
  storeId: string;
  /** A hash of its words in order: what is asked with the same words has the same. */
  wordKey: string;
  /** Of length 1, 32-bit numbers, by the model named in `embedding`. */
  vector: Uint8Array | null;
  embedding: string | null;
  state: 'open' | 'answered' | 'dismissed';
  asked: number;
  /** The best similarity that was found; null when there was nothing. */
  bestScore: number | null;
  firstAskedAt: Time;
  lastAskedAt: Time;
}

/** The same, asked in a call whose agent looks things up itself. It goes with its call. */
export interface KnowledgeGapCallTable extends Omit<KnowledgeGapQuestionTable, 'runId'> {
  callId: string;
}

/** One time that a gap was asked. It goes with its run, and a gap goes with the last of them. */
export interface KnowledgeGapQuestionTable {
  id: string;
  workspaceId: string;
  gapId: string;
  runId: string;
  question: string;
  askedAt: Time;
}
