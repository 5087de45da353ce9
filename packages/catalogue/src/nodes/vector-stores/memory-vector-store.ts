import { anchor, output } from '@tendril/contract/node/anchor';
import { defineNode } from '@tendril/contract/node/define-node';
import { param } from '@tendril/contract/node/param';
import type { RunContext } from '@tendril/contract/node/run-context';
import type { SourceDocument } from '@tendril/contract/provider/document';
import { keptIndexes } from '../../retrieval/kept-index.ts';
import { bestOf, buildIndex, searchIndex } from '../../retrieval/memory-index.ts';
import { upsertPassages } from '../../retrieval/upsert-passages.ts';
import { traceStep } from '../../step/trace-step.ts';

const topKDefault = 4;
/** A flow may connect the same document twice; duplicate passages are dropped. */
function distinct(documents: readonly SourceDocument[]): SourceDocument[] {
  return [...new Set(documents)];
}

/** Vectors kept in memory with the flow's version. */
export const memoryVectorStore = defineNode({
  name: 'memoryVectorStore',
  label: 'In-Memory Vector Store',
  version: 1,
  category: 'Vector Stores',
  description: 'Keeps documents in memory, up to 50 MB, and finds those nearest to a question.',
  icon: 'database',
  isReusable: true,
  inputs: {
    document: anchor('Document', { label: 'Document', list: true }),
    embeddings: anchor('Embeddings', { label: 'Embeddings' }),
    topK: param.number({
      label: 'Top K',
      description: `How many passages to find; ${topKDefault} when empty.`,
      placeholder: String(topKDefault),
      optional: true,
      additionalParams: true,
      min: 1,
      max: 1000,
    }),
    fileUpload: param.boolean({
      label: 'File Upload',
      description: 'People may upload files in their chat; what is in them is found in that chat only.',
      optional: true,
      additionalParams: true,
    }),
  },
  outputs: {
    retriever: output(['Memory', 'VectorStoreRetriever', 'BaseRetriever'], { label: 'Memory Retriever' }),
    vectorStore: output(['Memory', 'VectorStore'], { label: 'Memory Vector Store' }),
  },

  async run({ document, embeddings, topK = topKDefault }, context) {
    const { nodeId } = context;
    const index = await buildIndex(distinct(document.flat()), embeddings, context);
    const kept = keptIndexes(nodeId, embeddings);
    const search = (question: string, count: number, current: RunContext) =>
      traceStep(
        { kind: 'retrieval', name: 'In-Memory Vector Store', nodeId, input: { question, topK: count } },
        current,
        async () => {
          const [vector = []] = await embeddings.embed([question], current);
          const own = searchIndex(index, vector, count);
          const uploaded = await kept.of(current);
          return uploaded ? bestOf([...own, ...searchIndex(uploaded, vector, count)], count) : own;
        },
        (documents) => ({ documents }),
      );
    return {
      retriever: { nodeId, retrieve: (question, current) => search(question, topK, current) },
      vectorStore: { nodeId, search },
    };
  },

  upsert: ({ document, embeddings }, context) =>
    upsertPassages(distinct(document.flat()), embeddings, context),
});
