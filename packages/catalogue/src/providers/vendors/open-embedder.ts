import { APICallError } from '@ai-sdk/provider';
import type { FetchFunction, RunContext } from '@tendril/contract/node/run-context';
import type { Embedder } from '@tendril/contract/provider/embedder';
import { readRefusal } from '../../model/read-refusal.ts';
import { traceEmbedder } from '../../model/traced-embedding.ts';
import { readVectors } from './read-vectors.ts';

interface EmbeddingVendor {
  /** The word of `ChatModel.provider`; errors name its label. */
  provider: string;
  modelId: string;
  url: string;
  headers: Readonly<Record<string, string>>;
  /** Removed from every error. */
  secret: string | undefined;
  fetch: FetchFunction;
  /** Most texts that one request takes. */
  batchSize: number;
  stripNewLines?: boolean | undefined;
  /** The body of a request; undefined fields are not sent. */
  toBody(texts: string[]): unknown;
}

/** An embedder that asks a vendor over HTTP, in batches and traced. */
export function openEmbedder(vendor: EmbeddingVendor, { nodeId }: Pick<RunContext, 'nodeId'>): Embedder {
  const { provider, modelId, batchSize, url, secret, fetch, stripNewLines } = vendor;
  const headers = { 'content-type': 'application/json', ...vendor.headers };
  return traceEmbedder({
    nodeId,
    provider,
    modelId,
    isDemo: false,
    batchSize,
    async embedBatch(texts, signal) {
      const asked = stripNewLines ? texts.map((text) => text.replaceAll('\n', ' ')) : texts;
      const body = JSON.stringify(vendor.toBody(asked));
      const response = await fetch(url, { method: 'POST', headers, body, signal });
      if (!response.ok) throw await readRefusal(response, url, secret);
      const embedded = readVectors(await response.json());
      if (embedded.vectors.length === texts.length) return embedded;
      throw new APICallError({ message: 'vectors are missing', url, requestBodyValues: {}, statusCode: 200 });
    },
  });
}
