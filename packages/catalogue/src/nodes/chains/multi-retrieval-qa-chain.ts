import type { Chain } from '@tendril/contract/provider/answer';
import { answerFromPassages } from '../../chain/answer-from-passages.ts';
import { askForAnswer } from '../../chain/ask-for-answer.ts';
import { checkModeration } from '../../chain/check-moderation.ts';
import { chooseRoute } from '../../chain/choose-route.ts';
import { implementNode } from '../../interfaces/implement-node.ts';

/** Lets a model choose the documents that fit a question. */
export const multiRetrievalQAChain = implementNode({
  name: 'multiRetrievalQAChain',
  icon: 'route',
  description: 'Chooses among several vector stores the one that fits a question, and answers from it.',

  async run({ model, vectorStoreRetriever, returnSourceDocuments, inputModeration }, { nodeId }) {
    const hasSources = returnSourceDocuments === true;
    const chain: Chain = {
      nodeId,
      async invoke(given, context) {
        const refusal = await checkModeration(inputModeration, given, context);
        if (refusal) return refusal;
        const { route, question } = await chooseRoute(model, vectorStoreRetriever, given, context);
        if (route) return answerFromPassages({ model, retriever: route, question, hasSources }, context);
        const messages = [{ role: 'user' as const, content: question }];
        return askForAnswer(model, { messages, isAnswer: true }, context);
      },
    };
    return { multiRetrievalQAChain: chain };
  },
});
