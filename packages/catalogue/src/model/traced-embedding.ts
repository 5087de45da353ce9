import type { ModelPrice } from '@tendril/contract/provider/chat-model';
import type { Embedder, EmbeddingKind } from '@tendril/contract/provider/embedder';
import { type Embedded, embedWithin } from './embed-within.ts';
import { embeddingLimits } from './embedding-limits.ts';
import { costOf } from './token-usage.ts';
import { toModelError } from './vendor-error.ts';

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
  embedBatch(texts: string[], signal: AbortSignal, kind?: EmbeddingKind): Promise<Embedded>;
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

/** An embedder that works in requests of a size that its vendor takes, and traces each call as an `embedding` step; failures are `AppError`s. */
export function traceEmbedder(source: EmbeddingSource): Embedder {
  const { nodeId, provider, modelId, price, secret } = source;
  return {
    nodeId,
    provider,
    modelId,
    async embed(texts, context, kind) {
      const startedAt = performance.now();
      const step = { stepId: crypto.randomUUID(), kind: 'embedding', name: modelId, nodeId } as const;
      const elapsed = () => Math.round((performance.now() - startedAt) * 10) / 10;
      context.emit({ type: 'step-start', ...step, input: stepInput(source, texts) });
      try {
        const { vectors, tokens, split } = await embedWithin(texts, {
          ...{ ...embeddingLimits(provider, modelId), batchSize: source.batchSize },
          embedBatch: (batch) => source.embedBatch(batch, context.signal, kind),
        });
        const usage = { inputTokens: tokens, outputTokens: 0 };
        const costUsd = costOf(usage, price);
        // Texts that are longer than the model reads at once.
        const parts = split > 0 && { split };
        const output = { count: vectors.length, dimensions: vectors[0]?.length ?? 0, ...parts };
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
