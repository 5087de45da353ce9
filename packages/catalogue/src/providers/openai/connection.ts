import type { FetchFunction } from '@tendril/contract/node/run-context';

export const openAiUrl = 'https://api.openai.com/v1';

/** Where and how a server of OpenAI's protocol is reached. */
export interface OpenAiConnection {
  /** Undefined for servers that ask for no key. */
  apiKey: string | undefined;
  /** With `/v1`, as people know it. */
  baseUrl: string;
  headers?: Record<string, string>;
  fetch: FetchFunction;
}

/** "openai" for OpenAI itself, "openai-compatible" for every other address. */
export function providerOf(baseUrl: string): 'openai' | 'openai-compatible' {
  return new URL(baseUrl).hostname.endsWith('.openai.com') ? 'openai' : 'openai-compatible';
}

/** Loads the vendor's package; nothing is ever read from the environment. */
export async function openOpenAi({ apiKey, baseUrl, headers, fetch }: OpenAiConnection) {
  const { createOpenAI } = await import('@ai-sdk/openai');
  return createOpenAI({ apiKey: apiKey ?? 'none', baseURL: baseUrl, ...(headers && { headers }), fetch });
}
