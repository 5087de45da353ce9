import { anchor, output } from '@tendril/contract/node/anchor';
import { defineNode } from '@tendril/contract/node/define-node';
import { param } from '@tendril/contract/node/param';
import { checkAddress } from '../../model/address.ts';
import { findCredential } from '../../model/read-key.ts';
import { rankedRetriever } from '../../retrieval/ranked-retriever.ts';
import { retrieverOutputs } from '../../retrieval/retriever-outputs.ts';

/** Passages in the order that a reranking server of any vendor gives them. */
export const rerankServerRetriever = defineNode({
  name: 'rerankServerRetriever',
  label: 'Rerank Server Retriever',
  version: 1,
  category: 'Retrievers',
  description:
    'Puts the passages found in order with any server that has a /rerank address, such as TEI, Infinity, vLLM or LiteLLM.',
  icon: 'list-tree',
  // A server of one's own may require no key.
  credential: {
    label: 'Connect Credential',
    names: ['httpBearerToken', 'litellmApi', 'localAIApi'],
    optional: true,
  },
  inputs: {
    baseRetriever: anchor('VectorStoreRetriever', { label: 'Vector Store Retriever' }),
    baseUrl: param.string({
      label: 'Base URL',
      description: 'The address of the server, with its version if it has one.',
      placeholder: 'https://rerank.example.com/v1',
    }),
    model: param.string({
      label: 'Model Name',
      description: 'Servers of a single model need none.',
      placeholder: 'BAAI/bge-reranker-v2-m3',
      optional: true,
    }),
    query: param.string({
      label: 'Query',
      description: 'What to search for; the question when empty.',
      optional: true,
      acceptVariable: true,
    }),
    topN: param.number({
      label: 'Top N',
      description: 'How many passages are kept.',
      min: 1,
      step: 1,
      default: 4,
      optional: true,
      additionalParams: true,
    }),
  },
  outputs: {
    retriever: output(['RerankServerRetriever', 'BaseRetriever'], { label: 'Rerank Server Retriever' }),
    document: output(['Document', 'json'], { label: 'Document' }),
    text: output(['string', 'json'], { label: 'Text' }),
  },

  async run({ baseRetriever, baseUrl, model, query, topN }, context) {
    const { rerankServer } = await import('../../providers/vendors/rerank-server.ts');
    const { token, litellmApiKey, localAIApiKey } = (await findCredential(context)) ?? {};
    const retriever = rankedRetriever({
      nodeId: context.nodeId,
      name: 'Rerank Server',
      baseRetriever,
      topK: topN,
      rank: rerankServer({
        address: checkAddress(baseUrl, 'Base URL'),
        apiKey: (token ?? litellmApiKey ?? localAIApiKey)?.trim() || undefined,
        model: model?.trim() || undefined,
      }),
    });
    return retrieverOutputs(retriever, query, context);
  },
});
