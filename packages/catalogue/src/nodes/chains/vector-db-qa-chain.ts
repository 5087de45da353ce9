import type { Chain } from '@tendril/contract/provider/answer';
import type { Retriever } from '@tendril/contract/provider/retrieval';
import { answerFromPassages } from '../../chain/answer-from-passages.ts';
import { checkModeration } from '../../chain/check-moderation.ts';
import { implementNode } from '../../interfaces/implement-node.ts';

const topK = 4;

/** Answers single questions from a vector store. */
export const vectorDBQAChain = implementNode({
  name: 'vectorDBQAChain',
  icon: 'book-open-text',
  description: 'Finds the passages of a vector store that fit a question and answers from them.',

  async run({ model, vectorStore, inputModeration }, { nodeId }) {
    const retriever: Retriever = {
      nodeId,
      retrieve: (question, context) => vectorStore.search(question, topK, context),
    };
    const chain: Chain = {
      nodeId,
      invoke: async (question, context) =>
        (await checkModeration(inputModeration, question, context)) ??
        (await answerFromPassages({ model, retriever, question, hasSources: false }, context)),
    };
    return { vectorDBQAChain: chain };
  },
});
