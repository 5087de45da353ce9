import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { FetchFunction } from '@tendril/contract/node/run-context';

const googleUrl = 'https://generativelanguage.googleapis.com/v1beta';

/** Loads the vendor's package; nothing is ever read from the environment. */
export async function openGoogle(
  modelId: string,
  apiKey: string,
  fetch: FetchFunction,
): Promise<LanguageModelV4> {
  const { createGoogle } = await import('@ai-sdk/google');
  return createGoogle({ apiKey, baseURL: googleUrl, fetch }).languageModel(modelId);
}
