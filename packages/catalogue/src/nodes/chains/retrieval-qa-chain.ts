import type { Chain } from '@tendril/contract/provider/answer';
import { answerFromPassages } from '../../chain/answer-from-passages.ts';
import { checkModeration } from '../../chain/check-moderation.ts';
import { implementNode } from '../../interfaces/implement-node.ts';

/** Answers single questions from documents. */
export const retrievalQAChain = implementNode({
  name: 'retrievalQAChain',
  icon: 'book-open-text',
  description: 'Finds the passages that fit a question and answers from them, without a conversation.',

  async run({ model, vectorStoreRetriever: retriever, inputModeration }, { nodeId }) {
    const chain: Chain = {
      nodeId,
      invoke: async (question, context) =>
        (await checkModeration(inputModeration, question, context)) ??
        (await answerFromPassages({ model, retriever, question, hasSources: false }, context)),
    };
    return { retrievalQAChain: chain };
  },
});
