import { anchor, output } from '@tendril/contract/node/anchor';
import { defineNode } from '@tendril/contract/node/define-node';
import { param } from '@tendril/contract/node/param';
import { flatTools } from '../../agent/flat-tools.ts';
import { defaultToolCalls, runAgent } from '../../agent/run-agent.ts';
import { checkModeration } from '../../chain/check-moderation.ts';
import { conversationMessages } from '../../chain/conversation-messages.ts';
import { keepTurn } from '../../chain/keep-turn.ts';

/** A model that calls tools until it can answer. */
export const toolAgent = defineNode({
  name: 'toolAgent',
  label: 'Tool Agent',
  version: 2,
  category: 'Agents',
  description: 'Calls tools as often as it needs to, then answers.',
  icon: 'bot',
  role: 'ending',
  inputs: {
    tools: anchor('Tool', { label: 'Tools', list: true }),
    memory: anchor('BaseChatMemory', { label: 'Memory' }),
    model: anchor('BaseChatModel', {
      label: 'Tool Calling Chat Model',
      description: 'A model that can call tools.',
    }),
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
    systemMessage: param.string({
      isPrompt: true,
      label: 'System Message',
      description: 'Not used when a Chat Prompt Template is connected.',
      rows: 4,
      optional: true,
      additionalParams: true,
      default: 'You are a helpful assistant. Use the tools where they help, and answer in words.',
    }),
    maxIterations: param.number({
      label: 'Max Iterations',
      description: `How many tool calls one answer may take; ${defaultToolCalls} when empty.`,
      optional: true,
      additionalParams: true,
      min: 1,
      max: 200,
    }),
  },
  outputs: {
    toolAgent: output(['AgentExecutor', 'BaseChain', 'Runnable'], { label: 'Tool Agent' }),
  },

  async run(inputs, { nodeId }) {
    const { model, tools, memory, chatPromptTemplate, inputModeration, systemMessage, maxIterations } =
      inputs;
    return {
      toolAgent: {
        nodeId,
        async invoke(question, context) {
          const refusal = await checkModeration(inputModeration, question, context);
          if (refusal) return refusal;
          const history = await memory.load(context);
          const conversation = { question, history, historyKey: memory.memoryKey };
          const messages = conversationMessages(chatPromptTemplate ?? systemMessage, conversation);
          const loop = { tools: flatTools(tools), maxToolCalls: maxIterations };
          const answer = await runAgent({ model, messages, ...loop, isAnswer: true }, context);
          return keepTurn(memory, question, answer, context);
        },
      },
    };
  },
});
