import type { Retriever } from '@tendril/contract/provider/retrieval';
import { implementNode } from '../../interfaces/implement-node.ts';
import { writeQueries } from '../../retrieval/write-queries.ts';
import { formatPrompt } from '../../text/format-prompt.ts';

const queryCount = 3;
const topK = 4;
const promptDefault = `Write ${queryCount} different versions of this question, to find documents that the question in its own words would miss. Give one version a line and nothing else.

{question}`;

/** Searches for a question in several wordings. */
export const multiQueryRetriever = implementNode({
  name: 'multiQueryRetriever',
  icon: 'search',
  description: 'Lets a model word the question in several ways, and finds the passages for each.',

  async run({ vectorStore, model, modelPrompt = promptDefault }, { nodeId }) {
    const retriever: Retriever = {
      nodeId,
      async retrieve(question, context) {
        const prompt = formatPrompt(modelPrompt, { question, queryCount }, 'keep');
        const written = await writeQueries(model, prompt, queryCount, context);
        const queries = written.length > 0 ? written : [question];
        const found = await Promise.all(queries.map((query) => vectorStore.search(query, topK, context)));
        return [...new Map(found.flat().map((document) => [document.pageContent, document])).values()];
      },
    };
    return { multiQueryRetriever: retriever };
  },
});
