import { implementNode } from '../../interfaces/implement-node.ts';
import { documentText } from '../../retrieval/load-documents.ts';

const topK = 4;

/** What a vector store finds, as documents. */
export const vectorStoreToDocument = implementNode({
  name: 'vectorStoreToDocument',
  icon: 'file-text',
  description: 'The passages that a vector store finds for a query, or for the question, as documents.',

  async run({ vectorStore, query, minScore }, context) {
    const found = await vectorStore.search(query?.trim() || context.question, topK, context);
    const document = found.filter(({ score }) => score >= (minScore ?? 0) / 100);
    return { document, text: documentText(document) };
  },
});
