import type { Retriever } from '@tendril/contract/provider/retrieval';
import { implementNode } from '../../interfaces/implement-node.ts';
import { retrieverOutputs } from '../../retrieval/retriever-outputs.ts';

/** Only what is near enough. */
export const similarityThresholdRetriever = implementNode({
  name: 'similarityThresholdRetriever',
  icon: 'search',
  description: 'Finds only passages that are near enough to the question, however many or few.',

  async run({ vectorStore, query, minSimilarityScore, maxK }, context) {
    const least = minSimilarityScore / 100;
    const retriever: Retriever = {
      nodeId: context.nodeId,
      async retrieve(question, current) {
        const found = await vectorStore.search(question, maxK, current);
        return found.filter(({ score }) => score >= least);
      },
    };
    return retrieverOutputs(retriever, query, context);
  },
});
