import { chatAgent } from '../../agent/chat-agent.ts';
import { implementNode } from '../../interfaces/implement-node.ts';

const systemDefault =
  'You are a helpful assistant in a conversation. Use the tools where they help, keep in mind what was said before, and answer in words.';

/** An agent for conversations. */
export const conversationalAgent = implementNode({
  name: 'conversationalAgent',
  icon: 'bot',
  description: 'Talks with a person and calls tools where they help.',

  async run({ systemMessage = systemDefault, ...agent }, { nodeId }) {
    return { conversationalAgent: chatAgent({ ...agent, systemMessage, nodeId }) };
  },
});
