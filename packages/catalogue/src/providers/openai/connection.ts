import type { FetchFunction } from '@tendril/contract/node/run-context';

export const openAiUrl = 'https://api.openai.com/v1';

/** Address and key of a server with OpenAI's API. */
export interface OpenAiConnection {
  /** Undefined for servers that require no key. */
  apiKey: string | undefined;
  /** With `/v1`, as usual. */
  baseUrl: string;
  headers?: Record<string, string>;
  /** The header that holds the bare key, where it is not the usual one. */
  keyHeader?: string;
  /** Query of every request, without the question mark. */
  query?: string;
  /** Laid over the body of every request; an undefined field is not sent. */
  body?: Readonly<Record<string, unknown>>;
  fetch: FetchFunction;
}

/** The headers of a request, in which headers of one's own win. */
export function requestHeaders({ apiKey, keyHeader, headers }: OpenAiConnection): Record<string, string> {
  const key: Record<string, string> =
    apiKey === undefined ? {} : keyHeader ? { [keyHeader]: apiKey } : { authorization: `Bearer ${apiKey}` };
  return { 'content-type': 'application/json', ...key, ...headers };
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
