import { implementNode } from '../../interfaces/implement-node.ts';
import { runTwin } from '../../interfaces/run-twin.ts';
import { chatAnthropic } from './chat-anthropic.ts';

/** The same as chatAnthropic, under the name of LlamaIndex flows. */
export const chatAnthropic_LlamaIndex = implementNode({
  name: 'chatAnthropic_LlamaIndex',
  icon: 'anthropic',
  description: 'The Claude models of Anthropic, for LlamaIndex flows.',
  loadMethods: chatAnthropic.loadMethods,

  run: async (inputs, context) => ({
    chatAnthropic_LlamaIndex: await runTwin(chatAnthropic, inputs, context),
  }),
});
