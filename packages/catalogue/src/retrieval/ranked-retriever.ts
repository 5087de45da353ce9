import type { RunContext } from '@tendril/contract/node/run-context';
import type { SourceDocument } from '@tendril/contract/provider/document';
import type { Retriever } from '@tendril/contract/provider/retrieval';
import { traceStep } from '../step/trace-step.ts';
import type { Rank } from './read-ranks.ts';

/** Puts texts in order by how well they answer a question: the best first. */
export type RankTexts = (question: string, texts: string[], context: RunContext) => Promise<Rank[]>;

interface Ranked {
  nodeId: string;
  /** In the trace. */
  name: string;
  baseRetriever: Retriever;
  /** How many to keep; all when absent. */
  topK: number | undefined;
  rank: RankTexts;
}

/** A retriever whose documents are put in order by how well they answer. */
export function rankedRetriever({ nodeId, name, baseRetriever, topK, rank }: Ranked): Retriever {
  const order = async (question: string, found: SourceDocument[], context: RunContext) => {
    const texts = found.map((document) => document.pageContent);
    const ranked = await rank(question, texts, context);
    return ranked
      .flatMap(({ index, score }) => {
        const document = found[index];
        return document ? [{ ...document, metadata: { ...document.metadata, relevance_score: score } }] : [];
      })
      .slice(0, topK ?? found.length);
  };
  return {
    nodeId,
    async retrieve(question, context) {
      const found = await baseRetriever.retrieve(question, context);
      if (found.length === 0) return [];
      const step = { kind: 'retrieval', name, nodeId, input: { question, count: found.length } } as const;
      return traceStep(
        step,
        context,
        () => order(question, found, context),
        (documents) => ({ documents }),
      );
    },
  };
}
