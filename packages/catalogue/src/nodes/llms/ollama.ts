import { implementNode } from '../../interfaces/implement-node.ts';
import { runTwin } from '../../interfaces/run-twin.ts';
import { chatOllama } from '../chat-models/chat-ollama.ts';

/** The same models as those of chatOllama, where a flow asks for a language model. */
export const ollama = implementNode({
  name: 'ollama',
  icon: 'ollama',
  description: 'Open models on your own machine, served by Ollama.',

  run: async (inputs, context) => ({ ollama: await runTwin(chatOllama, inputs, context) }),
});
