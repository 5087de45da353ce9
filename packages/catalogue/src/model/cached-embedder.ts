import { createHash } from 'node:crypto';
import type { RunContext } from '@tendril/contract/node/run-context';
import type { Embedder, EmbeddingKind } from '@tendril/contract/provider/embedder';
import { traceStep } from '../step/trace-step.ts';

interface VectorCache {
  nodeId: string;
  /** In the trace. */
  name: string;
  /** Parts of a key beside model, text and kind: caches with others know nothing of each other. */
  scope: readonly string[];
  embeddings: Embedder;
  /** The vector of each key, undefined for those that are not kept. */
  read(keys: readonly string[], context: RunContext): Promise<(readonly number[] | undefined)[]>;
  write(entries: readonly { key: string; vector: readonly number[] }[], context: RunContext): Promise<void>;
}

/** The same model of embeddings, which is sent only the texts whose vectors are not kept. */
export function cachedEmbedder({ nodeId, name, scope, embeddings, read, write }: VectorCache): Embedder {
  const { provider, modelId } = embeddings;
  // A question has another vector than the same words in a document; those without a kind have the key they always had.
  const keyOf = (text: string, kind: EmbeddingKind | undefined) =>
    createHash('sha256')
      .update(JSON.stringify([...scope, provider, modelId, text, ...(kind ? [kind] : [])]))
      .digest('hex');
  return {
    ...embeddings,
    nodeId,
    async embed(texts, context, kind) {
      const unique = [...new Set(texts)];
      if (unique.length === 0) return [];
      const kept = await read(
        unique.map((text) => keyOf(text, kind)),
        context,
      );
      const known = new Map(unique.map((text, index) => [text, kept[index]]));
      const missing = unique.filter((text) => known.get(text) === undefined);
      if (missing.length < known.size) {
        const input = { provider, modelId, count: known.size };
        const output = { cached: known.size - missing.length };
        const step = { kind: 'embedding', name, nodeId, input } as const;
        await traceStep(step, context, async () => output);
      }
      if (missing.length > 0) {
        const made = await embeddings.embed(missing, context, kind);
        const entries = missing.map((text, index) => ({ key: keyOf(text, kind), vector: made[index] ?? [] }));
        for (const [index, text] of missing.entries()) known.set(text, made[index] ?? []);
        await write(entries, context);
      }
      return texts.map((text) => [...(known.get(text) ?? [])]);
    },
  };
}
