import type { Chain } from '@tendril/contract/provider/answer';
import { askForAnswer } from '../../chain/ask-for-answer.ts';
import { checkModeration } from '../../chain/check-moderation.ts';
import { chooseRoute } from '../../chain/choose-route.ts';
import { implementNode } from '../../interfaces/implement-node.ts';

/** Lets a model choose the prompt that fits a question. */
export const multiPromptChain = implementNode({
  name: 'multiPromptChain',
  icon: 'route',
  description: 'Chooses the prompt that fits a question best, and answers with it.',

  async run({ model, promptRetriever, inputModeration }, { nodeId }) {
    const chain: Chain = {
      nodeId,
      async invoke(given, context) {
        const refusal = await checkModeration(inputModeration, given, context);
        if (refusal) return refusal;
        const { route, question } = await chooseRoute(model, promptRetriever, given, context);
        const messages = [
          ...(route ? [{ role: 'system' as const, content: route.systemMessage }] : []),
          { role: 'user' as const, content: question },
        ];
        return askForAnswer(model, { messages, isAnswer: true }, context);
      },
    };
    return { multiPromptChain: chain };
  },
});
