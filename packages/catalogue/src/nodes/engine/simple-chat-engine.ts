import type { Chain } from '@tendril/contract/provider/answer';
import { askForAnswer } from '../../chain/ask-for-answer.ts';
import { conversationMessages } from '../../chain/conversation-messages.ts';
import { keepTurn } from '../../chain/keep-turn.ts';
import { implementNode } from '../../interfaces/implement-node.ts';

/** A conversation with a model. */
export const simpleChatEngine = implementNode({
  name: 'simpleChatEngine',
  icon: 'messages-square',
  description: 'A conversation with a model that remembers what was said before, for LlamaIndex flows.',

  async run({ model, memory, systemMessagePrompt = '' }, { nodeId }) {
    const simpleChatEngine: Chain = {
      nodeId,
      async invoke(question, context) {
        const history = await memory.load(context);
        const conversation = { question, history, historyKey: memory.memoryKey };
        const messages = conversationMessages(systemMessagePrompt, conversation);
        const answer = await askForAnswer(model, { messages, isAnswer: true }, context);
        return keepTurn(memory, question, answer, context);
      },
    };
    return { simpleChatEngine };
  },
});
