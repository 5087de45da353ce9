import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { FetchFunction } from '@tendril/contract/node/run-context';

const anthropicUrl = 'https://api.anthropic.com/v1';

/** Loads the vendor's package; the environment is never read. */
export async function openAnthropic(
  modelId: string,
  apiKey: string,
  fetch: FetchFunction,
): Promise<LanguageModelV4> {
  const { createAnthropic } = await import('@ai-sdk/anthropic');
  return createAnthropic({ apiKey, baseURL: anthropicUrl, fetch }).languageModel(modelId);
}
