import { chatAgent } from '../../agent/chat-agent.ts';
import { implementNode } from '../../interfaces/implement-node.ts';

const systemDefault = 'You are a helpful assistant. Use the tools where they help, and answer in words.';

/** An agent whose prompt was written for calls in XML; here its model calls tools directly. */
export const xmlAgent = implementNode({
  name: 'xmlAgent',
  icon: 'bot',
  description: 'Calls tools as often as it needs to, then answers; made for models that read XML well.',

  async run({ systemMessage = systemDefault, ...agent }, { nodeId }) {
    return { xmlAgent: chatAgent({ ...agent, systemMessage, nodeId }) };
  },
});
