import type { RunContext } from '../node/run-context.ts';

/** What a text is embedded for: many models make other vectors of a question than of what answers it. */
export type EmbeddingKind = 'query' | 'document';

/** Turns texts into vectors; one vector per text, in order, all of the same length. */
export interface Embedder {
  nodeId: string;
  provider: string;
  modelId: string;
  /** Without a kind, texts are embedded as the node is set, whatever they are for. */
  embed(texts: string[], context: RunContext, kind?: EmbeddingKind): Promise<number[][]>;
}
