import type { FetchFunction } from '@tendril/contract/node/run-context';

export const openAiUrl = 'https://api.openai.com/v1';

/** Address and key of a server with OpenAI's API. */
export interface OpenAiConnection {
  /** Undefined for servers that require no key. */
  apiKey: string | undefined;
  /** With `/v1`, as usual. */
  baseUrl: string;
  headers?: Record<string, string>;
  fetch: FetchFunction;
}

/** "openai" for OpenAI itself, "openai-compatible" for every other address. */
export function providerOf(baseUrl: string): 'openai' | 'openai-compatible' {
  return new URL(baseUrl).hostname.endsWith('.openai.com') ? 'openai' : 'openai-compatible';
}

/** Loads the vendor's package; the environment is never read. */
export async function openOpenAi({ apiKey, baseUrl, headers, fetch }: OpenAiConnection) {
  const { createOpenAI } = await import('@ai-sdk/openai');
  return createOpenAI({ apiKey: apiKey ?? 'none', baseURL: baseUrl, ...(headers && { headers }), fetch });
}
