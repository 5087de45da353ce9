import { queryEngine as makeEngine } from '../../answering/query-engine.ts';
import { implementNode } from '../../interfaces/implement-node.ts';

/** Answers from an index. */
export const queryEngine = implementNode({
  name: 'queryEngine',
  icon: 'book-open-text',
  description: 'Finds the passages that fit a question and answers from them with the model of the index.',

  async run({ vectorStoreRetriever, responseSynthesizer, returnSourceDocuments }, { nodeId }) {
    const queryEngine = makeEngine({
      nodeId,
      retriever: vectorStoreRetriever,
      writer: responseSynthesizer,
      returnsSources: returnSourceDocuments === true,
    });
    return { queryEngine };
  },
});
