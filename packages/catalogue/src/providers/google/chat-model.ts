import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { FetchFunction } from '@tendril/contract/node/run-context';

const googleUrl = 'https://generativelanguage.googleapis.com/v1beta';

/** Loads the vendor's package; the environment is never read. */
export async function openGoogle(
  modelId: string,
  apiKey: string,
  fetch: FetchFunction,
): Promise<LanguageModelV4> {
  const { createGoogle } = await import('@ai-sdk/google');
  return createGoogle({ apiKey, baseURL: googleUrl, fetch }).languageModel(modelId);
}
