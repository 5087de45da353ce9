import { createHash } from 'node:crypto';
import type { Embedder } from '@tendril/contract/provider/embedder';
import { implementNode } from '../../interfaces/implement-node.ts';
import { BoundedCache } from '../../model/bounded-cache.ts';
import { traceStep } from '../../step/trace-step.ts';

/** Numbers of all flows together. */
const mostNumbers = 4_000_000;
const vectors = new BoundedCache<readonly number[]>(mostNumbers, (vector) => vector.length + 20);

/** Vectors kept in the server's memory. */
export const inMemoryEmbeddingCache = implementNode({
  name: 'inMemoryEmbeddingCache',
  icon: 'zap',
  description: 'Keeps the vectors of texts, so that each text is sent to the model once, until a restart.',

  async run({ embeddings, namespace = '' }, { nodeId, session }) {
    const { provider, modelId } = embeddings;
    const keyOf = (text: string) =>
      createHash('sha256')
        .update(JSON.stringify([session.flowId, namespace, provider, modelId, text]))
        .digest('hex');
    const embedder: Embedder = {
      ...embeddings,
      nodeId,
      async embed(texts, context) {
        const known = new Map(texts.map((text) => [text, vectors.get(keyOf(text))]));
        const missing = [...known.keys()].filter((text) => known.get(text) === undefined);
        if (missing.length < known.size) {
          const input = { provider, modelId, count: known.size };
          const output = { cached: known.size - missing.length };
          const step = { kind: 'embedding', name: 'In Memory Embedding Cache', nodeId, input } as const;
          await traceStep(step, context, async () => output);
        }
        const made = missing.length > 0 ? await embeddings.embed(missing, context) : [];
        for (const [index, text] of missing.entries()) {
          const vector = made[index] ?? [];
          known.set(text, vector);
          vectors.set(keyOf(text), vector);
        }
        return texts.map((text) => [...(known.get(text) ?? [])]);
      },
    };
    return { inMemoryEmbeddingCache: embedder };
  },
});
