import { implementNode } from '../../interfaces/implement-node.ts';
import { openCompatibleEmbedder } from '../../providers/vendors/open-compatible-embedder.ts';
import { vendors } from '../../providers/vendors/vendors.data.ts';

/** Embedding models of Jina AI. */
export const jinaEmbeddings = implementNode({
  name: 'jinaEmbeddings',
  icon: 'jina',
  description: 'Makes vectors with a model of Jina AI.',

  run: async (inputs, context) => ({
    jinaEmbeddings: await openCompatibleEmbedder(vendors.jina, inputs, context, {
      // Models before the third make one vector for both.
      kindBody: (modelId, kind) =>
        /-v2|-v1|clip/.test(modelId)
          ? {}
          : { task: kind === 'query' ? 'retrieval.query' : 'retrieval.passage' },
      body: { dimensions: inputs.modelDimensions, late_chunking: inputs.allowLateChunking },
    }),
  }),
});
