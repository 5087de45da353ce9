import type { Retriever } from '@tendril/contract/provider/retrieval';
import { postJson } from '../model/post-json.ts';
import { rankedRetriever } from './ranked-retriever.ts';
import { readRanks } from './read-ranks.ts';

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

/** A retriever whose documents a vendor's model puts in order by how well they answer. */
export function rerankRetriever({ provider, url, apiKey, bodyOf, ...rest }: Reranker): Retriever {
  const headers = { authorization: `Bearer ${apiKey}` };
  return rankedRetriever({
    ...rest,
    rank: async (question, texts, context) =>
      readRanks(await postJson({ url, headers, body: bodyOf(question, texts), provider }, context)),
  });
}
