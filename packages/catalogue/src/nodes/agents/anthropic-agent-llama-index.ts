import { chatAgent } from '../../agent/chat-agent.ts';
import { implementNode } from '../../interfaces/implement-node.ts';

/** The agent with tools, under the name of LlamaIndex flows. */
export const anthropicAgentLlamaIndex = implementNode({
  name: 'anthropicAgentLlamaIndex',
  icon: 'anthropic',
  description: 'Calls tools with a model of Anthropic until it can answer, for LlamaIndex flows.',

  run: async ({ tools, memory, model, systemMessage = '' }, { nodeId }) => ({
    anthropicAgentLlamaIndex: chatAgent({
      nodeId,
      model,
      tools,
      memory,
      inputModeration: [],
      systemMessage,
      maxIterations: undefined,
    }),
  }),
});
