import type { Chain } from '@tendril/contract/provider/answer';
import type { ChatModel } from '@tendril/contract/provider/chat-model';
import type { ChatMemory } from '@tendril/contract/provider/memory';
import type { Moderation } from '@tendril/contract/provider/moderation';
import type { Tool } from '@tendril/contract/provider/tool';
import { checkModeration } from '../chain/check-moderation.ts';
import { conversationMessages } from '../chain/conversation-messages.ts';
import { keepTurn } from '../chain/keep-turn.ts';
import { flatTools } from './flat-tools.ts';
import { runAgent } from './run-agent.ts';

interface ChatAgent {
  nodeId: string;
  model: ChatModel;
  tools: readonly (Tool | readonly Tool[])[];
  memory: ChatMemory;
  inputModeration: readonly Moderation[];
  systemMessage: string;
  maxIterations: number | undefined;
}

/** Prompts for models that write their calls as text have places that calling tools directly does not need. */
function withoutScratchpad(systemMessage: string, tools: readonly Tool[]): string {
  const list = tools.map(({ name, description }) => `${name}: ${description}`).join('\n');
  return systemMessage
    .replaceAll('{tools}', () => list)
    .replaceAll('{tool_names}', () => tools.map(({ name }) => name).join(', '))
    .replaceAll('{agent_scratchpad}', '');
}

/** An agent in a conversation: it calls tools until it can answer. */
export function chatAgent(agent: ChatAgent): Chain {
  const { nodeId, model, memory, inputModeration, maxIterations } = agent;
  const tools = flatTools(agent.tools);
  const systemMessage = withoutScratchpad(agent.systemMessage, tools);
  return {
    nodeId,
    async invoke(question, context) {
      const refusal = await checkModeration(inputModeration, question, context);
      if (refusal) return refusal;
      const history = await memory.load(context);
      const conversation = { question, history, historyKey: memory.memoryKey };
      const messages = conversationMessages(systemMessage, conversation);
      const loop = { tools, maxToolCalls: maxIterations };
      const answer = await runAgent({ model, messages, ...loop, isAnswer: true }, context);
      return keepTurn(memory, question, answer, context);
    },
  };
}
