import type { RunContext } from '@tendril/contract/node/run-context';
import type { ModelPrice } from '@tendril/contract/provider/chat-model';
import type { Embedder, EmbeddingKind } from '@tendril/contract/provider/embedder';
import { type OpenAiConnection, providerOf, requestHeaders } from '../openai/connection.ts';
import { connect, labelOf } from './connect.ts';
import { type ModelInputs, modelIdOf } from './model-inputs.ts';
import { openEmbedder } from './open-embedder.ts';
import type { Vendor } from './vendor.ts';

const usualBatch = 512;

/** How vendors are asked for numbers as base64; those that are not here only give them as they are. */
const packings: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  openai: { encoding_format: 'base64' },
  'openai-compatible': { encoding_format: 'base64' },
  azure: { encoding_format: 'base64' },
  localai: { encoding_format: 'base64' },
  voyage: { encoding_format: 'base64' },
  jina: { embedding_type: 'base64' },
};

/** What the forms of embedding nodes share beside the model and the address. */
interface EmbeddingInputs extends ModelInputs {
  stripNewLines?: boolean | undefined;
  batchSize?: number | undefined;
}

/** What one vendor has beyond the protocol. */
interface Own
  extends Partial<Pick<OpenAiConnection, 'apiKey' | 'baseUrl' | 'headers' | 'keyHeader' | 'query' | 'body'>> {
  /** What of the body says which kind of texts they are. */
  kindBody?: ((modelId: string, kind: EmbeddingKind) => Record<string, unknown>) | undefined;
  price?: ModelPrice | undefined;
  /** Nothing is put before the texts, also of models that were trained with words there. */
  isBare?: boolean;
}

/** An embedder of a vendor with OpenAI's `/embeddings`; `own` wins over what the node's inputs say. */
export async function openCompatibleEmbedder(
  vendor: Vendor,
  inputs: EmbeddingInputs,
  context: RunContext,
  { kindBody, price, isBare = false, ...own }: Own = {},
): Promise<Embedder> {
  const modelId = modelIdOf(inputs, labelOf(vendor));
  const address = own.baseUrl === undefined ? {} : { basepath: own.baseUrl };
  const connection = { ...(await connect(vendor, { ...inputs, ...address }, context, 'embeddings')), ...own };
  const { baseUrl, query, apiKey, fetch } = connection;
  const provider = vendor.provider === 'openai' ? providerOf(baseUrl) : vendor.provider;
  return openEmbedder(
    {
      provider,
      modelId,
      url: `${baseUrl}/embeddings${query ? `?${query}` : ''}`,
      headers: requestHeaders(connection),
      secret: apiKey,
      fetch,
      batchSize: Math.max(1, inputs.batchSize ?? usualBatch),
      stripNewLines: inputs.stripNewLines,
      hasKinds: isBare || kindBody !== undefined,
      packed: own.body?.['encoding_format'] === undefined ? packings[provider] : undefined,
      // Another server of the same protocol has prices of its own.
      price: provider === vendor.provider ? price : undefined,
      toBody: (input, kind) => ({
        model: modelId,
        input,
        ...own.body,
        ...(kind && kindBody?.(modelId, kind)),
      }),
    },
    context,
  );
}
