import { anchor, output } from '@tendril/contract/node/anchor';
import { defineNode } from '@tendril/contract/node/define-node';
import { param } from '@tendril/contract/node/param';
import { chatAgent } from '../../agent/chat-agent.ts';
import { defaultToolCalls } from '../../agent/run-agent.ts';

const systemMessage =
  'You are a helpful assistant. Before each step think about what is still unknown and which tool would find it, use the tools where they help, look at what they found, and answer in words once you know enough.';

/** An agent whose prompt had its model write thoughts and calls as text; here its model calls tools directly. */
export const reactAgentChat = defineNode({
  name: 'reactAgentChat',
  label: 'ReAct Agent for Chat Models',
  version: 4,
  category: 'Agents',
  description:
    'Thinks about what it needs, calls a tool, looks at the result, and so on until it can answer.',
  icon: 'bot',
  role: 'ending',
  inputs: {
    tools: anchor('Tool', { label: 'Allowed Tools', list: true }),
    model: anchor('BaseChatModel', { label: 'Chat Model' }),
    memory: anchor('BaseChatMemory', { label: 'Memory' }),
    inputModeration: anchor('Moderation', {
      label: 'Input Moderation',
      description: 'Looks at the question first; a refused question never reaches the model.',
      optional: true,
      list: true,
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
    reactAgentChat: output(['AgentExecutor', 'BaseChain', 'Runnable'], { label: 'AgentExecutor' }),
  },

  async run(agent, { nodeId }) {
    return { reactAgentChat: chatAgent({ ...agent, systemMessage, nodeId }) };
  },
});
