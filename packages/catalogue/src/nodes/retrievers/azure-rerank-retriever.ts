import { implementNode } from '../../interfaces/implement-node.ts';
import { checkAddress } from '../../model/address.ts';
import { readKey } from '../../model/read-key.ts';
import { rerankRetriever } from '../../retrieval/rerank.ts';
import { retrieverOutputs } from '../../retrieval/retriever-outputs.ts';

/** Passages in the order that a model at Azure gives them. */
export const AzureRerankRetriever = implementNode({
  name: 'AzureRerankRetriever',
  icon: 'list-tree',
  description: "Puts the passages found in order with a reranking model in Azure's foundry.",

  async run({ baseRetriever, model, query, topK, maxChunksPerDoc }, context) {
    const owner = 'Azure Rerank Retriever';
    const endpoint = checkAddress(await readKey(context, 'azureFoundryEndpoint', owner), 'Endpoint');
    const isWhole = /\/rerank$/.test(endpoint);
    const retriever = rerankRetriever({
      nodeId: context.nodeId,
      name: 'Azure Rerank',
      provider: 'azure',
      url: isWhole ? endpoint : `${endpoint}/providers/cohere/v2/rerank`,
      apiKey: await readKey(context, 'azureFoundryApiKey', owner),
      baseRetriever,
      topK,
      bodyOf: (question, documents) => ({
        model,
        query: question,
        documents,
        ...(topK && { top_n: topK }),
        ...(maxChunksPerDoc && { max_chunks_per_doc: maxChunksPerDoc }),
      }),
    });
    return retrieverOutputs(retriever, query, context);
  },
});
