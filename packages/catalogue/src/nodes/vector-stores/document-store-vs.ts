import { output } from '@tendril/contract/node/anchor';
import { defineNode } from '@tendril/contract/node/define-node';
import { param } from '@tendril/contract/node/param';
import type { RunContext } from '@tendril/contract/node/run-context';
import { listStores, requireKnowledge } from '../../retrieval/knowledge-stores.ts';
import { traceStep } from '../../step/trace-step.ts';

/** A knowledge base, searched. */
export const documentStoreVS = defineNode({
  name: 'documentStoreVS',
  label: 'Document Store (Vector)',
  version: 1,
  category: 'Vector Stores',
  description: 'Finds the chunks of a knowledge base that are nearest to a question.',
  icon: 'database',
  inputs: {
    selectedStore: param.asyncOptions({ label: 'Select Store', loadMethod: 'listStores' }),
  },
  outputs: {
    retriever: output(['BaseRetriever'], { label: 'Retriever' }),
    vectorStore: output(['VectorStore'], { label: 'Vector Store' }),
  },
  loadMethods: { listStores: (request) => listStores(request, true) },

  async run({ selectedStore }, { nodeId }) {
    const search = (question: string, topK: number | undefined, current: RunContext) =>
      traceStep(
        {
          kind: 'retrieval',
          name: 'Document Store (Vector)',
          nodeId,
          input: { question, storeId: selectedStore, ...(topK !== undefined && { topK }) },
        },
        current,
        () => requireKnowledge(current.services).searchStore(selectedStore, question, topK, current),
        (documents) => ({ documents }),
      );
    return {
      retriever: { nodeId, retrieve: (question, current) => search(question, undefined, current) },
      vectorStore: { nodeId, search },
    };
  },
});
