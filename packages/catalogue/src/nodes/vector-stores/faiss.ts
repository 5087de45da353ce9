import { implementNode } from '../../interfaces/implement-node.ts';
import { memoryVectorStore } from './memory-vector-store.ts';

/** The in-memory store under the name of one that writes files. */
export const faiss = implementNode({
  name: 'faiss',
  icon: 'database',
  description: 'Keeps passages with the flow, up to 50 MB, instead of in a folder of the server.',
  isReusable: true,

  run: async ({ document, embeddings, topK }, context) =>
    (await memoryVectorStore.run?.({ document, embeddings, topK, fileUpload: false }, context)) ?? {},

  async upsert({ document, embeddings, topK }, context) {
    const form = { document, embeddings, topK, fileUpload: false };
    return (await memoryVectorStore.upsert?.(form, context)) as never;
  },
});
