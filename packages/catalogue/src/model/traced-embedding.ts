import type { RunContext } from '@tendril/contract/node/run-context';
import type { ModelPrice } from '@tendril/contract/provider/chat-model';
import type { Embedder } from '@tendril/contract/provider/embedder';
import { costOf } from './token-usage.ts';
import { toModelError } from './vendor-error.ts';

/** Vectors of some texts, in their order, and the tokens used. */
export interface Embedded {
  vectors: number[][];
  tokens: number;
}

interface EmbeddingSource {
  nodeId: string;
  provider: string;
  modelId: string;
  isDemo: boolean;
  /** Taken out of the vendor's words where it refuses. */
  secret?: string | undefined;
  price?: ModelPrice;
  /** Most texts that one request takes. */
  batchSize: number;
  embedBatch(texts: string[], signal: AbortSignal): Promise<Embedded>;
}

const shownTexts = 3;
const shownLength = 200;

/** What the trace stores of a call: how many texts, and the beginnings of the first. */
function stepInput({ provider, modelId, isDemo }: EmbeddingSource, texts: readonly string[]) {
  return {
    provider,
    modelId,
    isDemo,
    count: texts.length,
    texts: texts.slice(0, shownTexts).map((text) => text.slice(0, shownLength)),
  };
}

async function embedAll(source: EmbeddingSource, texts: string[], context: RunContext): Promise<Embedded> {
  const all: Embedded = { vectors: [], tokens: 0 };
  for (let start = 0; start < texts.length; start += source.batchSize) {
    const part = await source.embedBatch(texts.slice(start, start + source.batchSize), context.signal);
    for (const vector of part.vectors) all.vectors.push(vector);
    all.tokens += part.tokens;
  }
  return all;
}

/** An embedder that works in batches and traces each call as an `embedding` step; failures are `AppError`s. */
export function traceEmbedder(source: EmbeddingSource): Embedder {
  const { nodeId, provider, modelId, price, secret } = source;
  return {
    nodeId,
    provider,
    modelId,
    async embed(texts, context) {
      const startedAt = performance.now();
      const step = { stepId: crypto.randomUUID(), kind: 'embedding', name: modelId, nodeId } as const;
      const elapsed = () => Math.round((performance.now() - startedAt) * 10) / 10;
      context.emit({ type: 'step-start', ...step, input: stepInput(source, texts) });
      try {
        const { vectors, tokens } = await embedAll(source, texts, context);
        const usage = { inputTokens: tokens, outputTokens: 0 };
        const costUsd = costOf(usage, price);
        const output = { count: vectors.length, dimensions: vectors[0]?.length ?? 0 };
        const cost = costUsd === undefined ? undefined : { costUsd };
        context.emit({ type: 'step-end', ...step, output, usage, ...cost, ms: elapsed() });
        return vectors;
      } catch (failure) {
        const error = toModelError(failure, provider, context.signal, secret);
        context.emit({ type: 'step-end', ...step, error: error.message, ms: elapsed() });
        throw error;
      }
    },
  };
}
