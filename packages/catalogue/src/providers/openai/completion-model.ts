import { APICallError, type LanguageModelV4, type LanguageModelV4CallOptions } from '@ai-sdk/provider';
import { readRefusal, withoutSecret } from '../../model/read-refusal.ts';
import { toResult } from './chat-answer.ts';
import type { ChatAnswer } from './chat-protocol.ts';
import { toChatStream } from './chat-stream.ts';
import { type OpenAiConnection, requestHeaders } from './connection.ts';
import { toPlainPrompt } from './plain-prompt.ts';

/** An answer of `/completions`, or a chunk of one: text instead of messages. */
interface CompletionAnswer extends Omit<ChatAnswer, 'choices'> {
  choices?: { text?: string | null; finish_reason?: string | null }[];
}

/** The same answer as a chat model gives it. */
function toChatAnswer({ choices, ...rest }: CompletionAnswer): ChatAnswer {
  return {
    ...rest,
    ...(choices && {
      choices: choices.map(({ text, finish_reason }) => {
        const message = { content: text ?? '' };
        return { message, delta: message, finish_reason: finish_reason ?? null };
      }),
    }),
  };
}

function toRequest(
  modelId: string,
  options: LanguageModelV4CallOptions,
  isStream: boolean,
  own?: object,
): string {
  return JSON.stringify({
    model: modelId,
    prompt: toPlainPrompt(options),
    temperature: options.temperature,
    max_tokens: options.maxOutputTokens,
    top_p: options.topP,
    frequency_penalty: options.frequencyPenalty,
    presence_penalty: options.presencePenalty,
    stop: options.stopSequences,
    seed: options.seed,
    ...(isStream && { stream: true, stream_options: { include_usage: true } }),
    ...own,
  });
}

/** A model behind `/completions`, which continues a text. Failures are `APICallError`s or those of `fetch`. */
export function createCompletionModel(modelId: string, connection: OpenAiConnection): LanguageModelV4 {
  const { apiKey, baseUrl, query, body, fetch } = connection;
  const url = `${baseUrl}/completions${query ? `?${query}` : ''}`;
  const headers = requestHeaders(connection);
  const toError = (message: string, statusCode = 502) =>
    new APICallError({ message: withoutSecret(message, apiKey), url, requestBodyValues: {}, statusCode });

  async function post(options: LanguageModelV4CallOptions, isStream: boolean): Promise<Response> {
    const response = await fetch(url, {
      method: 'POST',
      headers,
      body: toRequest(modelId, options, isStream, body),
      signal: options.abortSignal ?? null,
    });
    if (!response.ok) throw await readRefusal(response, url, apiKey);
    return response;
  }

  return {
    specificationVersion: 'v4',
    provider: 'openai',
    modelId,
    supportedUrls: {},
    async doGenerate(options) {
      const answer = (await (await post(options, false)).json()) as CompletionAnswer;
      const result = toResult(toChatAnswer(answer));
      if (!result) throw toError('no answer', 200);
      return result;
    },
    async doStream(options) {
      const { body: stream } = await post(options, true);
      if (!stream) throw toError('no answer', 200);
      return { stream: toChatStream(stream, toError, (chunk) => toChatAnswer(chunk as CompletionAnswer)) };
    },
  };
}
