import type { LanguageModelV4, LanguageModelV4CallOptions } from '@ai-sdk/provider';
import { type OpenAiConnection, openOpenAi, providerOf } from './connection.ts';
import { withStrictness } from './strictness.ts';

/** Reasoning models with an effort setting. */
export function isReasoningModel(modelId: string): boolean {
  return /^(?:o\d|gpt-[5-9])/.test(modelId) && !modelId.includes('chat');
}

/**
 * In chat completions these accept tools only without reasoning; the vendor's package handles that when no effort is
 * set.
 */
const isTorn = (modelId: string) => /^gpt-5\.(?:[6-9]|\d\d)/.test(modelId);

function withoutEffort(model: LanguageModelV4): LanguageModelV4 {
  const adjust = (options: LanguageModelV4CallOptions): LanguageModelV4CallOptions => {
    if (!options.tools?.length || !options.providerOptions?.openai) return options;
    const { reasoningEffort: _effort, ...openai } = options.providerOptions.openai;
    return { ...options, providerOptions: { ...options.providerOptions, openai } };
  };
  return {
    specificationVersion: 'v4',
    provider: model.provider,
    modelId: model.modelId,
    supportedUrls: model.supportedUrls,
    doGenerate: (options) => model.doGenerate(adjust(options)),
    doStream: (options) => model.doStream(adjust(options)),
  };
}

/**
 * A chat model of OpenAI or of a compatible server. OpenAI's reasoning models have rules of their own for each
 * generation: for them the vendor's package, which knows the rules, is loaded.
 */
export async function openLanguageModel(
  modelId: string,
  connection: OpenAiConnection,
  hasStrictTools: boolean,
): Promise<LanguageModelV4> {
  if (providerOf(connection.baseUrl) === 'openai' && isReasoningModel(modelId)) {
    const model = (await openOpenAi(connection)).chat(modelId);
    return withStrictness(isTorn(modelId) ? withoutEffort(model) : model, hasStrictTools);
  }
  const { createOpenAiChatModel } = await import('./chat-model.ts');
  return createOpenAiChatModel(modelId, connection, hasStrictTools);
}
