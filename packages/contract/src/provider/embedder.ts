import type { RunContext } from '../node/run-context.ts';

/** Turns texts into vectors; one vector per text, in order, all of the same length. */
export interface Embedder {
  nodeId: string;
  provider: string;
  modelId: string;
  embed(texts: string[], context: RunContext): Promise<number[][]>;
}
