import type { RoutedPrompt } from '@tendril/contract/provider/prompt';
import { implementNode } from '../../interfaces/implement-node.ts';

/** A prompt with a name, for chains that choose among several. */
export const promptRetriever = implementNode({
  name: 'promptRetriever',
  icon: 'message-square-text',
  description: 'Names and describes a prompt, so that a chain can choose among several.',

  async run({ name, description, systemMessage }, { nodeId }) {
    const prompt: RoutedPrompt = { nodeId, name, description, systemMessage };
    return { promptRetriever: prompt };
  },
});
