import type { RunContext } from '../node/run-context.ts';
import type { ChatModel } from './chat-model.ts';
import type { ScoredDocument, SourceDocument } from './document.ts';

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

export interface VectorStore {
  nodeId: string;
  search(question: string, topK: number, context: RunContext): Promise<ScoredDocument[]>;
}

export interface TextSplitter {
  nodeId: string;
  split(documents: SourceDocument[]): Promise<SourceDocument[]>;
}
