import { AppError } from '@tendril/contract/app-error';
import type { AnyNode } from '@tendril/contract/node/define-node';
import type { RunContext } from '@tendril/contract/node/run-context';
import type { Retriever } from '@tendril/contract/provider/retrieval';
import type { Rerank } from '../rerank-found.ts';

/** A reranking retriever of the catalogue as reranker: it retrieves from the texts that were found. */
export function rerankByNode(node: AnyNode, values: Record<string, unknown>, context: RunContext): Rerank {
  return async (question, texts, signal) => {
    const own = { ...context, signal, output: 'retriever' };
    const baseRetriever: Retriever = {
      nodeId: own.nodeId,
      retrieve: async () => texts.map((pageContent, index) => ({ pageContent, metadata: { index } })),
    };
    // How many are kept is decided after.
    const all = { topK: undefined, topN: undefined, query: undefined };
    const outputs = await node.run?.({ ...values, ...all, baseRetriever } as never, own);
    const retriever = outputs?.['retriever'] as Retriever | undefined;
    if (!retriever) throw new AppError('NODE_FAILED', `${node.label} is no reranker.`);
    const documents = await retriever.retrieve(question, own);
    return documents.map(({ metadata }) => ({
      index: Number(metadata['index']),
      score: Number(metadata['relevance_score'] ?? 0),
    }));
  };
}
