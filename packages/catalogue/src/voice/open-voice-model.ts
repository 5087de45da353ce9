import { AppError } from '@tendril/contract/app-error';
import type { FetchFunction } from '@tendril/contract/node/run-context';
import type { ChatModel } from '@tendril/contract/provider/chat-model';
import type { LlmOption } from '@tendril/contract/voice/llm-options';
import { checkAddress } from '../model/address.ts';
import { priceOf } from '../model/known-models.ts';
import { lazily } from '../model/lazily.ts';
import { openAnthropic } from '../providers/anthropic/chat-model.ts';
import { anthropicModels } from '../providers/anthropic/models.data.ts';
import { openGoogle } from '../providers/google/chat-model.ts';
import { googleModels } from '../providers/google/models.data.ts';
import { openAiUrl, providerOf } from '../providers/openai/connection.ts';
import { isReasoningModel, openLanguageModel } from '../providers/openai/language-model.ts';
import { openAiModels } from '../providers/openai/models.data.ts';

interface VoiceModelRequest {
  provider: LlmOption['provider'] | 'demo';
  modelId: string;
  temperature: number;
  /** Fields of the vendor's credential; empty for the demo model. */
  fields: Readonly<Record<string, string>>;
  fetch: FetchFunction;
}

/** Name of the credential's kind, and of its field with the key. */
export const vendorKeys = {
  openai: { kind: 'openAIApi', field: 'openAIApiKey', label: 'OpenAI' },
  anthropic: { kind: 'anthropicApi', field: 'anthropicApiKey', label: 'Anthropic' },
  google: { kind: 'googleGenerativeAI', field: 'googleGenerativeAPIKey', label: 'Google' },
} as const satisfies Record<LlmOption['provider'], { kind: string; field: string; label: string }>;

/**
 * A model by its vendor and the vendor's name of it, without a node. Throws CREDENTIAL_MISSING when the credential
 * holds no key.
 */
export async function openVoiceModel(request: VoiceModelRequest): Promise<ChatModel> {
  if (request.provider === 'demo') return openDemoModel();
  const { field, label } = vendorKeys[request.provider];
  const key = request.fields[field]?.trim();
  if (!key) throw new AppError('CREDENTIAL_MISSING', `The secret for ${label} holds no key.`);
  const { modelId, temperature } = request;
  const common = {
    nodeId: 'agent',
    modelId,
    isDemo: false,
    isStreaming: true,
    // Reasoning models refuse any temperature but their own.
    settings: isReasoningModel(modelId) ? {} : { temperature },
  };
  return { ...common, ...open(request, key) };
}

function open(
  { provider, modelId, fields, fetch }: VoiceModelRequest,
  key: string,
): Pick<ChatModel, 'provider' | 'price' | 'language'> {
  if (provider === 'anthropic')
    return {
      provider,
      price: priceOf(anthropicModels, modelId),
      language: lazily(() => openAnthropic(modelId, key, fetch)),
    };
  if (provider === 'google')
    return {
      provider,
      price: priceOf(googleModels, modelId),
      language: lazily(() => openGoogle(modelId, key, fetch)),
    };
  const baseUrl = fields['basePath'] ? checkAddress(fields['basePath'], 'Base URL') : openAiUrl;
  const connection = { apiKey: key, baseUrl, fetch };
  const vendor = providerOf(baseUrl);
  return {
    provider: vendor,
    price: vendor === 'openai' ? priceOf(openAiModels, modelId) : undefined,
    language: lazily(() => openLanguageModel(modelId, connection, false)),
  };
}

async function openDemoModel(): Promise<ChatModel> {
  const { createDemoLanguageModel } = await import('../providers/demo/demo-language-model.ts');
  const language = createDemoLanguageModel();
  return {
    nodeId: 'agent',
    provider: 'demo',
    modelId: 'demo-1',
    isDemo: true,
    isStreaming: true,
    settings: {},
    price: { input: 0, output: 0 },
    language: async () => language,
  };
}
