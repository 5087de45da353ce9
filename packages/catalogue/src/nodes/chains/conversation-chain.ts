import { anchor, output } from '@tendril/contract/node/anchor';
import { defineNode } from '@tendril/contract/node/define-node';
import { param } from '@tendril/contract/node/param';
import { askForAnswer } from '../../chain/ask-for-answer.ts';
import { checkModeration } from '../../chain/check-moderation.ts';
import { conversationMessages } from '../../chain/conversation-messages.ts';
import { keepTurn } from '../../chain/keep-turn.ts';

/** A chat with a model that remembers what was said. */
export const conversationChain = defineNode({
  name: 'conversationChain',
  label: 'Conversation Chain',
  version: 3,
  category: 'Chains',
  description: 'A conversation with a model that remembers what was said before.',
  icon: 'messages-square',
  role: 'ending',
  inputs: {
    model: anchor('BaseChatModel', { label: 'Chat Model' }),
    memory: anchor('BaseMemory', { label: 'Memory' }),
    chatPromptTemplate: anchor('ChatPromptTemplate', {
      label: 'Chat Prompt Template',
      description: 'Takes the place of the system message.',
      optional: true,
    }),
    inputModeration: anchor('Moderation', {
      label: 'Input Moderation',
      description: 'Looks at the question first; a refused question never reaches the model.',
      optional: true,
      list: true,
    }),
    systemMessagePrompt: param.string({
      isPromptTemplate: true,
      label: 'System Message',
      description: 'Not used when a Chat Prompt Template is connected.',
      rows: 4,
      optional: true,
      additionalParams: true,
      placeholder: 'You are a helpful assistant.',
      default:
        'You are a helpful assistant in a conversation. Answer the last message, keep what was said before in mind, and say so when you do not know something.',
    }),
  },
  outputs: {
    conversationChain: output(['ConversationChain', 'LLMChain', 'BaseChain', 'Runnable'], {
      label: 'Conversation Chain',
    }),
  },

  async run({ model, memory, chatPromptTemplate, inputModeration, systemMessagePrompt }, { nodeId }) {
    return {
      conversationChain: {
        nodeId,
        async invoke(question, context) {
          const refusal = await checkModeration(inputModeration, question, context);
          if (refusal) return refusal;
          const history = await memory.load(context);
          const conversation = { question, history, historyKey: memory.memoryKey };
          const messages = conversationMessages(chatPromptTemplate ?? systemMessagePrompt, conversation);
          const answer = await askForAnswer(model, { messages, isAnswer: true }, context);
          return keepTurn(memory, question, answer, context);
        },
      },
    };
  },
});
