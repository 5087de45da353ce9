import type { RunContext } from '@tendril/contract/node/run-context';
import type { SourceDocument } from '@tendril/contract/provider/document';
import type { Retriever } from '@tendril/contract/provider/retrieval';
import * as z from 'zod';
import { postJson } from '../model/post-json.ts';
import { traceStep } from '../step/trace-step.ts';

interface Reranker {
  nodeId: string;
  /** In the trace. */
  name: string;
  /** Vendor in one word. */
  provider: string;
  url: string;
  apiKey: string;
  baseRetriever: Retriever;
  /** How many to keep; all when absent. */
  topK: number | undefined;
  bodyOf(query: string, documents: string[]): Record<string, unknown>;
}

const ranks = z.array(z.object({ index: z.number(), relevance_score: z.number() }));
/** Vendors differ in the name of the list alone. */
const reply = z.union([
  z.object({ results: ranks }).transform(({ results }) => results),
  z.object({ data: ranks }).transform(({ data }) => data),
]);

/** A retriever whose documents a vendor's model puts in order by how well they answer. */
export function rerankRetriever(reranker: Reranker): Retriever {
  const { nodeId, name, provider, url, apiKey, baseRetriever, topK, bodyOf } = reranker;
  const rank = async (question: string, found: SourceDocument[], context: RunContext) => {
    const headers = { authorization: `Bearer ${apiKey}` };
    const body = bodyOf(
      question,
      found.map((document) => document.pageContent),
    );
    const ranked = reply.parse(await postJson({ url, headers, body, provider }, context));
    return ranked
      .toSorted((left, right) => right.relevance_score - left.relevance_score)
      .flatMap(({ index, relevance_score: score }) => {
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
        () => rank(question, found, context),
        (documents) => ({ documents }),
      );
    },
  };
}
