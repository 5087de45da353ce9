import { implementNode } from '../../interfaces/implement-node.ts';
import { readKey } from '../../model/read-key.ts';
import { rerankRetriever } from '../../retrieval/rerank.ts';
import { retrieverOutputs } from '../../retrieval/retriever-outputs.ts';

/** Passages in the order that Voyage AI's model gives them. */
export const voyageAIRerankRetriever = implementNode({
  name: 'voyageAIRerankRetriever',
  icon: 'voyage',
  description: "Puts the passages found in order with Voyage AI's reranking model.",

  async run({ baseRetriever, model, query, topK }, context) {
    const retriever = rerankRetriever({
      nodeId: context.nodeId,
      name: 'Voyage AI Rerank',
      provider: 'voyage',
      // The address in the credential is that of the embeddings.
      url: 'https://api.voyageai.com/v1/rerank',
      apiKey: await readKey(context, 'apiKey', 'Voyage AI Rerank Retriever'),
      baseRetriever,
      topK,
      bodyOf: (question, documents) => ({
        model,
        query: question,
        documents,
        ...(topK && { top_k: topK }),
      }),
    });
    return retrieverOutputs(retriever, query, context);
  },
});
