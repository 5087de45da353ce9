import { implementNode } from '../../interfaces/implement-node.ts';
import { azureConnection } from '../../providers/vendors/azure-connection.ts';
import { openCompatibleEmbedder } from '../../providers/vendors/open-compatible-embedder.ts';
import { vendors } from '../../providers/vendors/vendors.data.ts';

/** Embedding models of Azure OpenAI. */
export const azureOpenAIEmbeddings = implementNode({
  name: 'azureOpenAIEmbeddings',
  icon: 'azure',
  description: 'Makes vectors with a deployment in your own resource at Azure.',

  async run(inputs, context) {
    const connection = await azureConnection(inputs, context, 'embeddings');
    const { azureOpenAIApiDeploymentName: modelName } = await context.credential();
    const asked = { ...inputs, modelName };
    return { azureOpenAIEmbeddings: await openCompatibleEmbedder(vendors.azure, asked, context, connection) };
  },
});
