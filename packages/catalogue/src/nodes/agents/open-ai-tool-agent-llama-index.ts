import { chatAgent } from '../../agent/chat-agent.ts';
import { implementNode } from '../../interfaces/implement-node.ts';

/** The agent with tools, under the name of LlamaIndex flows. */
export const openAIToolAgentLlamaIndex = implementNode({
  name: 'openAIToolAgentLlamaIndex',
  icon: 'openai',
  description: 'Calls tools with a model of OpenAI until it can answer, for LlamaIndex flows.',

  run: async ({ tools, memory, model, systemMessage = '' }, { nodeId }) => ({
    openAIToolAgentLlamaIndex: chatAgent({
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
