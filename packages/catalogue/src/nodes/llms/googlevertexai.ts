import { implementNode } from '../../interfaces/implement-node.ts';
import { openVertexModel } from '../../providers/vendors/open-vertex-model.ts';
import { vertexModels } from '../../providers/vendors/vertex-choices.data.ts';

/** The same models as those of chatGoogleVertexAI, where a flow asks for a language model. */
export const googlevertexai = implementNode({
  name: 'googlevertexai',
  icon: 'google',
  description: 'The Gemini models of Google, in a Google Cloud project of your own.',
  loadMethods: { listModels: async () => vertexModels },

  run: async (inputs, context) => ({ googlevertexai: await openVertexModel(inputs, context) }),
});
