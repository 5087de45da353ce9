import type { NamedRetriever } from '@tendril/contract/provider/retrieval';
import { implementNode } from '../../interfaces/implement-node.ts';

const topK = 4;

/** A vector store with a name, for chains that choose among several. */
export const vectorStoreRetriever = implementNode({
  name: 'vectorStoreRetriever',
  icon: 'search',
  description: 'Names and describes a vector store, so that a chain can choose among several.',

  async run({ vectorStore, name, description }, { nodeId }) {
    const retriever: NamedRetriever = {
      nodeId,
      name,
      description,
      retrieve: (question, context) => vectorStore.search(question, topK, context),
    };
    return { vectorStoreRetriever: retriever };
  },
});
