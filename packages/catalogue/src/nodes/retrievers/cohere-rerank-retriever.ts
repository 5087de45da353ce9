import { implementNode } from '../../interfaces/implement-node.ts';
import { readKey } from '../../model/read-key.ts';
import { rerankRetriever } from '../../retrieval/rerank.ts';
import { retrieverOutputs } from '../../retrieval/retriever-outputs.ts';

/** Passages in the order that Cohere's model gives them. */
export const cohereRerankRetriever = implementNode({
  name: 'cohereRerankRetriever',
  icon: 'cohere',
  description: "Puts the passages found in order with Cohere's reranking model.",

  async run({ baseRetriever, model, query, topK, maxChunksPerDoc }, context) {
    const retriever = rerankRetriever({
      nodeId: context.nodeId,
      name: 'Cohere Rerank',
      provider: 'cohere',
      url: 'https://api.cohere.com/v1/rerank',
      apiKey: await readKey(context, 'cohereApiKey', 'Cohere Rerank Retriever'),
      baseRetriever,
      topK,
      bodyOf: (question, documents) => ({
        model,
        query: question,
        documents,
        return_documents: false,
        ...(topK && { top_n: topK }),
        ...(maxChunksPerDoc && { max_chunks_per_doc: maxChunksPerDoc }),
      }),
    });
    return retrieverOutputs(retriever, query, context);
  },
});
