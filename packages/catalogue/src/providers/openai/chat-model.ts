import { APICallError, type LanguageModelV4, type LanguageModelV4CallOptions } from '@ai-sdk/provider';
import { parseShallowJson } from '@tendril/contract/json/parse-shallow-json';
import { toResult } from './chat-answer.ts';
import type { ChatAnswer } from './chat-protocol.ts';
import { toChatRequest } from './chat-request.ts';
import { toChatStream } from './chat-stream.ts';
import type { OpenAiConnection } from './connection.ts';

async function refusal(response: Response, url: string): Promise<APICallError> {
  const text = await response.text();
  let message = text.slice(0, 500) || response.statusText;
  try {
    const { error } = parseShallowJson(text) as ChatAnswer;
    message = (typeof error === 'string' ? error : error?.message) ?? message;
  } catch {
    // An error that is not JSON is passed on as it is.
  }
  const responseHeaders = Object.fromEntries(response.headers);
  return new APICallError({
    message,
    url,
    requestBodyValues: {},
    statusCode: response.status,
    responseHeaders,
  });
}

/**
 * A model behind `/chat/completions`. Implemented here because the whole chat path has a budget of one millisecond: a
 * streamed answer of 20 chunks costs half of what it costs with the vendor's package. Failures are `APICallError`s or
 * those of `fetch`.
 */
export function createOpenAiChatModel(
  modelId: string,
  { apiKey, baseUrl, headers: own, fetch }: OpenAiConnection,
  hasStrictTools: boolean,
): LanguageModelV4 {
  const url = `${baseUrl}/chat/completions`;
  const headers = {
    'content-type': 'application/json',
    ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }),
    ...own,
  };
  const toError = (message: string, statusCode = 502) =>
    new APICallError({ message, url, requestBodyValues: {}, statusCode });

  async function post(options: LanguageModelV4CallOptions, isStream: boolean): Promise<Response> {
    const response = await fetch(url, {
      method: 'POST',
      headers,
      body: toChatRequest(modelId, options, hasStrictTools, isStream),
      signal: options.abortSignal ?? null,
    });
    if (!response.ok) throw await refusal(response, url);
    return response;
  }

  return {
    specificationVersion: 'v4',
    provider: 'openai',
    modelId,
    supportedUrls: { 'image/*': [/^https?:\/\//] },
    async doGenerate(options) {
      const response = await post(options, false);
      const result = toResult((await response.json()) as ChatAnswer);
      if (!result) throw toError('no answer', 200);
      return result;
    },
    async doStream(options) {
      const { body } = await post(options, true);
      if (!body) throw toError('no answer', 200);
      return { stream: toChatStream(body, toError) };
    },
  };
}
