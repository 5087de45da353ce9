import { implementNode } from '../../interfaces/implement-node.ts';
import { readKey } from '../../model/read-key.ts';
import { rerankRetriever } from '../../retrieval/rerank.ts';
import { retrieverOutputs } from '../../retrieval/retriever-outputs.ts';

/** Passages in the order that Jina AI's model gives them. */
export const JinaRerankRetriever = implementNode({
  name: 'JinaRerankRetriever',
  icon: 'jina',
  description: "Puts the passages found in order with Jina AI's reranking model.",

  async run({ baseRetriever, model, query, topN }, context) {
    const retriever = rerankRetriever({
      nodeId: context.nodeId,
      name: 'Jina AI Rerank',
      provider: 'jina',
      url: 'https://api.jina.ai/v1/rerank',
      apiKey: await readKey(context, 'jinaAIAPIKey', 'Jina AI Rerank Retriever'),
      baseRetriever,
      topK: topN,
      bodyOf: (question, documents) => ({
        model,
        query: question,
        documents,
        return_documents: false,
        ...(topN && { top_n: topN }),
      }),
    });
    return retrieverOutputs(retriever, query, context);
  },
});
