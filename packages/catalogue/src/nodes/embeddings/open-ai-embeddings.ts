import { output } from '@tendril/contract/node/anchor';
import { defineNode } from '@tendril/contract/node/define-node';
import { param } from '@tendril/contract/node/param';
import { priceOf } from '../../model/known-models.ts';
import { listOpenAiModels } from '../../providers/openai/list-models.ts';
import { openAiEmbeddingModels } from '../../providers/openai/models.data.ts';
import { vendors } from '../../providers/vendors/vendors.data.ts';

/** OpenAI's limit for one request. */
const mostPerRequest = 2048;

/** OpenAI's embedding models, and every server with a compatible API. */
export const openAIEmbeddings = defineNode({
  name: 'openAIEmbeddings',
  label: 'OpenAI Embeddings',
  version: 4,
  category: 'Embeddings',
  description: 'Makes vectors with a model of OpenAI, or of any server that speaks its protocol.',
  icon: 'openai',
  isReusable: true,
  // A self-hosted server may require no key.
  credential: { label: 'Connect Credential', names: ['openAIApi'], unless: 'basepath' },
  inputs: {
    modelName: param.asyncOptions({
      label: 'Model Name',
      loadMethod: 'listModels',
      default: 'text-embedding-3-small',
    }),
    stripNewLines: param.boolean({
      label: 'Strip New Lines',
      description: 'Line breaks become spaces before a text is embedded.',
      optional: true,
      additionalParams: true,
    }),
    batchSize: param.number({
      label: 'Batch Size',
      description: 'How many texts go into one request.',
      min: 1,
      max: mostPerRequest,
      step: 1,
      default: 512,
      optional: true,
      additionalParams: true,
    }),
    timeout: param.number({
      label: 'Timeout',
      description: 'Longest wait for an answer, in milliseconds.',
      step: 1,
      optional: true,
      additionalParams: true,
    }),
    basepath: param.string({
      label: 'Base Path',
      description:
        'Address of another server of the same protocol, with its version: https://models.example.com/v1',
      optional: true,
      additionalParams: true,
    }),
    dimensions: param.number({
      label: 'Dimensions',
      description: 'Length of the vectors, for models that can shorten them.',
      min: 1,
      step: 1,
      optional: true,
      additionalParams: true,
    }),
  },
  outputs: {
    openAIEmbeddings: output(['OpenAIEmbeddings', 'Embeddings'], { label: 'OpenAIEmbeddings' }),
  },
  loadMethods: {
    listModels: (request) =>
      listOpenAiModels(request, openAiEmbeddingModels, (id) => id.includes('embedding')),
  },

  // What was embedded with it before had nothing before its texts: questions have to be like that still.
  async run(inputs, context) {
    const { openCompatibleEmbedder } = await import('../../providers/vendors/open-compatible-embedder.ts');
    const embedder = await openCompatibleEmbedder(vendors.openai, inputs, context, {
      isBare: true,
      price: priceOf(openAiEmbeddingModels, inputs.modelName),
      body: { dimensions: inputs.dimensions },
    });
    return { openAIEmbeddings: embedder };
  },
});
