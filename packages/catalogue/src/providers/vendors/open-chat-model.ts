import type { RunContext } from '@tendril/contract/node/run-context';
import type { ChatModel } from '@tendril/contract/provider/chat-model';
import { lazily } from '../../model/lazily.ts';
import { type OpenAiConnection, providerOf } from '../openai/connection.ts';
import { connect, labelOf } from './connect.ts';
import { type ModelInputs, modelIdOf, settingsOf } from './model-inputs.ts';
import type { Vendor } from './vendor.ts';

/** What a node's vendor has beyond the common settings. */
type Own = { isCompletion?: boolean } & Partial<
  Pick<OpenAiConnection, 'apiKey' | 'baseUrl' | 'headers' | 'keyHeader' | 'query' | 'body' | 'fetch'>
>;

/**
 * A chat model of a vendor with OpenAI's protocol, with the settings of its node; `own` wins over what they say.
 * With `isCompletion` the model continues a text instead.
 */
export async function openChatModel(
  vendor: Vendor,
  inputs: ModelInputs,
  context: RunContext,
  { isCompletion = false, ...own }: Own = {},
): Promise<ChatModel> {
  const modelId = modelIdOf(inputs, labelOf(vendor));
  const address = own.baseUrl === undefined ? {} : { basepath: own.baseUrl };
  const connection = await connect(vendor, { ...inputs, ...address }, context, 'chat model');
  const whole = {
    ...connection,
    ...own,
    body: { ...connection.body, ...own.body },
    headers: { ...connection.headers, ...own.headers },
  };
  return {
    nodeId: context.nodeId,
    provider: vendor.provider === 'openai' ? providerOf(whole.baseUrl) : vendor.provider,
    modelId,
    isDemo: false,
    isStreaming: inputs.streaming ?? true,
    seesImages: inputs.allowImageUploads === true,
    settings: settingsOf(inputs),
    language: lazily(async () => {
      if (isCompletion) {
        const { createCompletionModel } = await import('../openai/completion-model.ts');
        return createCompletionModel(modelId, whole);
      }
      const { createOpenAiChatModel } = await import('../openai/chat-model.ts');
      return createOpenAiChatModel(modelId, whole, false);
    }),
  };
}
