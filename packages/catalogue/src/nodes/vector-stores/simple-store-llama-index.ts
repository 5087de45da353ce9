import { implementNode } from '../../interfaces/implement-node.ts';
import { memoryVectorStore } from './memory-vector-store.ts';

/** The in-memory store, with the model that answers. */
export const simpleStoreLlamaIndex = implementNode({
  name: 'simpleStoreLlamaIndex',
  icon: 'database',
  description:
    'Keeps passages with the flow, up to 50 MB, instead of in a folder of the server, for LlamaIndex flows.',
  isReusable: true,

  async run({ document, embeddings, topK, model }, context) {
    const form = { document, embeddings, topK, fileUpload: false };
    const made = await memoryVectorStore.run?.(form, context);
    return { ...made, ...(made?.retriever && { retriever: { ...made.retriever, model } }) };
  },

  async upsert({ document, embeddings, topK }, context) {
    const form = { document, embeddings, topK, fileUpload: false };
    return (await memoryVectorStore.upsert?.(form, context)) as never;
  },
});
