import { implementNode } from '../../interfaces/implement-node.ts';
import { runTwin } from '../../interfaces/run-twin.ts';
import { openAIEmbeddings } from './open-ai-embeddings.ts';

/** The same as openAIEmbeddings, under the name of LlamaIndex flows. */
export const openAIEmbedding_LlamaIndex = implementNode({
  name: 'openAIEmbedding_LlamaIndex',
  icon: 'openai',
  description: 'Makes vectors with a model of OpenAI, for LlamaIndex flows.',
  loadMethods: openAIEmbeddings.loadMethods,

  run: async (inputs, context) => ({
    openAIEmbedding_LlamaIndex: await runTwin(openAIEmbeddings, inputs, context),
  }),
});
