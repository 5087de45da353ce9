import { implementNode } from '../../interfaces/implement-node.ts';
import { openVertexModel } from '../../providers/vendors/open-vertex-model.ts';
import { vertexModels, vertexRegions } from '../../providers/vendors/vertex-choices.data.ts';

/** Gemini models in a Google Cloud project. */
export const chatGoogleVertexAI = implementNode({
  name: 'chatGoogleVertexAI',
  icon: 'google',
  description: 'The Gemini models of Google, in a Google Cloud project of your own.',
  loadMethods: { listModels: async () => vertexModels, listRegions: async () => vertexRegions },

  run: async (inputs, context) => ({ chatGoogleVertexAI: await openVertexModel(inputs, context) }),
});
