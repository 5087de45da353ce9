import { APICallError } from '@ai-sdk/provider';
import type { FetchFunction, RunContext } from '@tendril/contract/node/run-context';
import type { ModelPrice } from '@tendril/contract/provider/chat-model';
import type { Embedder, EmbeddingKind } from '@tendril/contract/provider/embedder';
import { ZodError } from 'zod';
import { BoundedCache } from '../../model/bounded-cache.ts';
import type { Embedded } from '../../model/embed-within.ts';
import { embeddingPrefix } from '../../model/embedding-prefix.ts';
import { isTooLong } from '../../model/is-too-long.ts';
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
  toBody(texts: string[], kind: EmbeddingKind | undefined): object;
  /** Its models take the kind in the body: nothing stands before the texts. */
  hasKinds?: boolean;
  /** What of a body asks for numbers as base64, which is half as much to read. */
  packed?: Readonly<Record<string, unknown>> | undefined;
  price?: ModelPrice | undefined;
}

/** Servers that do not give numbers as base64; they are asked as usual until the process ends. */
const unpacked = new BoundedCache<true>(200, () => 1);

/** An embedder that asks a vendor over HTTP, in batches and traced. */
export function openEmbedder(vendor: EmbeddingVendor, { nodeId }: Pick<RunContext, 'nodeId'>): Embedder {
  const { provider, modelId, batchSize, url, secret, fetch, stripNewLines } = vendor;
  const server = `${url}\n${modelId}`;
  const headers = { 'content-type': 'application/json', ...vendor.headers };
  return traceEmbedder({
    nodeId,
    provider,
    modelId,
    isDemo: false,
    batchSize,
    secret,
    ...(vendor.price && { price: vendor.price }),
    async embedBatch(texts, signal, kind) {
      const prefix = vendor.hasKinds ? '' : embeddingPrefix(modelId, kind);
      const plain = stripNewLines ? texts.map((text) => text.replaceAll('\n', ' ')) : texts;
      const asked = prefix === '' ? plain : plain.map((text) => prefix + text);
      const ask = (packed?: object) =>
        post({ ...vendor.toBody(asked, kind), ...packed }, texts.length, signal);
      if (!vendor.packed || unpacked.get(server)) return ask();
      try {
        return await ask(vendor.packed);
      } catch (error) {
        if (!isOfPacking(error)) throw error;
        const embedded = await ask();
        unpacked.set(server, true);
        return embedded;
      }
    },
  });

  async function post(body: object, count: number, signal: AbortSignal): Promise<Embedded> {
    const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body), signal });
    if (!response.ok) throw await readRefusal(response, url, secret);
    const embedded = readVectors(await response.json());
    if (embedded.vectors.length === count) return embedded;
    throw new APICallError({ message: 'vectors are missing', url, requestBodyValues: {}, statusCode: 200 });
  }
}

/** Whether a request may have failed because it asked for base64: it was refused for what it says, or misunderstood. */
function isOfPacking(error: unknown): boolean {
  if (APICallError.isInstance(error))
    return (error.statusCode === 400 || error.statusCode === 422) && !isTooLong(error);
  return error instanceof RangeError || error instanceof ZodError;
}
