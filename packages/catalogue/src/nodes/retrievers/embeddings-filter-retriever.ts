import type { Retriever } from '@tendril/contract/provider/retrieval';
import { implementNode } from '../../interfaces/implement-node.ts';
import { buildIndex, searchIndex } from '../../retrieval/memory-index.ts';
import { retrieverOutputs } from '../../retrieval/retriever-outputs.ts';

const mostDefault = 20;

/** Keeps the passages that another embedding model finds near enough. */
export const embeddingsFilterRetriever = implementNode({
  name: 'embeddingsFilterRetriever',
  icon: 'search',
  description: 'Keeps of the passages found those that an embedding model finds near enough to the question.',

  async run({ baseRetriever, embeddings, query, similarityThreshold, k }, context) {
    const retriever: Retriever = {
      nodeId: context.nodeId,
      async retrieve(question, current) {
        const found = await baseRetriever.retrieve(question, current);
        if (found.length === 0) return [];
        const index = await buildIndex(found, embeddings, current);
        const [vector = []] = await embeddings.embed([question], current);
        const near = searchIndex(index, vector, k ?? mostDefault);
        return similarityThreshold === undefined
          ? near
          : near.filter(({ score }) => score >= similarityThreshold);
      },
    };
    return retrieverOutputs(retriever, query, context);
  },
});
