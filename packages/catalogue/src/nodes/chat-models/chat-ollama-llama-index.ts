import { implementNode } from '../../interfaces/implement-node.ts';
import { runTwin } from '../../interfaces/run-twin.ts';
import { chatOllama } from './chat-ollama.ts';

/** The same as chatOllama, under the name of LlamaIndex flows. */
export const chatOllama_LlamaIndex = implementNode({
  name: 'chatOllama_LlamaIndex',
  icon: 'ollama',
  description: 'Open models on your own machine, served by Ollama, for LlamaIndex flows.',

  run: async (inputs, context) => ({ chatOllama_LlamaIndex: await runTwin(chatOllama, inputs, context) }),
});
