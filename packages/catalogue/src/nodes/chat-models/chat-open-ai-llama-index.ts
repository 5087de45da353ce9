import { implementNode } from '../../interfaces/implement-node.ts';
import { runTwin } from '../../interfaces/run-twin.ts';
import { chatOpenAI } from './chat-open-ai.ts';

/** The same as chatOpenAI, under the name of LlamaIndex flows. */
export const chatOpenAI_LlamaIndex = implementNode({
  name: 'chatOpenAI_LlamaIndex',
  icon: 'openai',
  description: 'Chat models of OpenAI, or of any server that speaks its protocol, for LlamaIndex flows.',
  loadMethods: chatOpenAI.loadMethods,

  run: async (inputs, context) => ({ chatOpenAI_LlamaIndex: await runTwin(chatOpenAI, inputs, context) }),
});
