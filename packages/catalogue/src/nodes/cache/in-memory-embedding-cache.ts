import { implementNode } from '../../interfaces/implement-node.ts';
import { BoundedCache } from '../../model/bounded-cache.ts';
import { cachedEmbedder } from '../../model/cached-embedder.ts';

/** Numbers of all flows together. */
const mostNumbers = 4_000_000;
const vectors = new BoundedCache<readonly number[]>(mostNumbers, (vector) => vector.length + 20);

/** Vectors kept in the server's memory. */
export const inMemoryEmbeddingCache = implementNode({
  name: 'inMemoryEmbeddingCache',
  icon: 'zap',
  description: 'Keeps the vectors of texts, so that each text is sent to the model once, until a restart.',

  async run({ embeddings, namespace = '' }, { nodeId, session }) {
    const inMemoryEmbeddingCache = cachedEmbedder({
      nodeId,
      name: 'In Memory Embedding Cache',
      scope: [session.flowId, namespace],
      embeddings,
      read: async (keys) => keys.map((key) => vectors.get(key)),
      async write(entries) {
        for (const { key, vector } of entries) vectors.set(key, vector);
      },
    });
    return { inMemoryEmbeddingCache };
  },
});
