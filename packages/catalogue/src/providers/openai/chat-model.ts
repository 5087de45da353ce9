import { APICallError, type LanguageModelV4, type LanguageModelV4CallOptions } from '@ai-sdk/provider';
import { readRefusal, withoutSecret } from '../../model/read-refusal.ts';
import { toResult } from './chat-answer.ts';
import type { ChatAnswer } from './chat-protocol.ts';
import { toChatRequest } from './chat-request.ts';
import { toChatStream } from './chat-stream.ts';
import { type OpenAiConnection, requestHeaders } from './connection.ts';

/**
 * A model behind `/chat/completions`. Implemented here because the whole chat path has a budget of one millisecond: a
 * streamed answer of 20 chunks costs half of what it costs with the vendor's package. Failures are `APICallError`s or
 * those of `fetch`.
 */
export function createOpenAiChatModel(
  modelId: string,
  connection: OpenAiConnection,
  hasStrictTools: boolean,
): LanguageModelV4 {
  const { apiKey, baseUrl, query, body: ownBody, fetch } = connection;
  const url = `${baseUrl}/chat/completions${query ? `?${query}` : ''}`;
  const headers = requestHeaders(connection);
  const toError = (message: string, statusCode = 502) =>
    new APICallError({ message: withoutSecret(message, apiKey), url, requestBodyValues: {}, statusCode });

  async function post(options: LanguageModelV4CallOptions, isStream: boolean): Promise<Response> {
    const response = await fetch(url, {
      method: 'POST',
      headers,
      body: toChatRequest(modelId, options, hasStrictTools, isStream, ownBody),
      signal: options.abortSignal ?? null,
    });
    if (!response.ok) throw await readRefusal(response, url, apiKey);
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
