import type { RunContext } from '../node/run-context.ts';
import type { ChatModel } from './chat-model.ts';
import type { ScoredDocument, SourceDocument } from './document.ts';
import type { LoadedBlocks } from './loaded-blocks.ts';

/** Finds the documents that match a question, best first. */
export interface Retriever {
  nodeId: string;
  retrieve(question: string, context: RunContext): Promise<SourceDocument[]>;
}

/** A retriever among several: the model chooses one by its name and description. */
export interface NamedRetriever extends Retriever {
  name?: string;
  description?: string;
}

/** The retriever of an index that also names the model to answer with. */
export interface IndexRetriever extends Retriever {
  model: ChatModel;
}

/** How a store is to write an answer from what it finds. */
interface StoreAnswerRequest {
  question: string;
  /** Names the vendor's prompt and model. */
  prompt: string;
  /** Three letters of ISO 639. */
  language: string;
  /** How many passages it may use. */
  count: number;
}

export type StoreAnswering = (
  request: StoreAnswerRequest,
  context: RunContext,
) => Promise<{ text: string; documents: SourceDocument[] }>;

export interface VectorStore {
  nodeId: string;
  /** Present where the vendor also writes answers. */
  answer?: StoreAnswering;
  search(question: string, topK: number, context: RunContext): Promise<ScoredDocument[]>;
}

/** Makes chunks of the blocks of documents, which it gets piece by piece and in order. */
export interface BlockChunker {
  /** The chunks that are complete with this piece. */
  push(piece: Pick<LoadedBlocks, 'document' | 'blocks' | 'metadata'>): SourceDocument[];
  /** The remaining ones, after the last piece. */
  end(): SourceDocument[];
}

export interface TextSplitter {
  nodeId: string;
  split(documents: SourceDocument[]): Promise<SourceDocument[]>;
  /** Of a splitter that knows headings, tables and places; a knowledge base prefers it. */
  openChunker?(): BlockChunker;
}
