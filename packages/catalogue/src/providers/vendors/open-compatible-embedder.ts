import type { RunContext } from '@tendril/contract/node/run-context';
import type { Embedder } from '@tendril/contract/provider/embedder';
import { type OpenAiConnection, providerOf, requestHeaders } from '../openai/connection.ts';
import { connect, labelOf } from './connect.ts';
import { type ModelInputs, modelIdOf } from './model-inputs.ts';
import { openEmbedder } from './open-embedder.ts';
import type { Vendor } from './vendor.ts';

const usualBatch = 512;

/** What the forms of embedding nodes share beside the model and the address. */
interface EmbeddingInputs extends ModelInputs {
  stripNewLines?: boolean | undefined;
  batchSize?: number | undefined;
}

/** What one vendor has beyond the protocol. */
type Own = Partial<Pick<OpenAiConnection, 'apiKey' | 'baseUrl' | 'headers' | 'keyHeader' | 'query' | 'body'>>;

/** An embedder of a vendor with OpenAI's `/embeddings`; `own` wins over what the node's inputs say. */
export async function openCompatibleEmbedder(
  vendor: Vendor,
  inputs: EmbeddingInputs,
  context: RunContext,
  own: Own = {},
): Promise<Embedder> {
  const modelId = modelIdOf(inputs, labelOf(vendor));
  const address = own.baseUrl === undefined ? {} : { basepath: own.baseUrl };
  const connection = { ...(await connect(vendor, { ...inputs, ...address }, context, 'embeddings')), ...own };
  const { baseUrl, query, apiKey, fetch } = connection;
  return openEmbedder(
    {
      provider: vendor.provider === 'openai' ? providerOf(baseUrl) : vendor.provider,
      modelId,
      url: `${baseUrl}/embeddings${query ? `?${query}` : ''}`,
      headers: requestHeaders(connection),
      secret: apiKey,
      fetch,
      batchSize: Math.max(1, inputs.batchSize ?? usualBatch),
      stripNewLines: inputs.stripNewLines,
      toBody: (input) => ({ model: modelId, input, ...own.body }),
    },
    context,
  );
}
