import { APICallError, type LanguageModelV4, type LanguageModelV4CallOptions } from '@ai-sdk/provider';
import { parseShallowJson } from '@tendril/contract/json/parse-shallow-json';
import type { FetchFunction } from '@tendril/contract/node/run-context';
import { streamOf } from '../../model/stream-of.ts';
import { toContent, toStreamParts, toUsage } from './answer-parts.ts';
import { type OllamaAnswer, type OllamaOptions, ollamaAnswer } from './protocol.ts';
import { readLines } from './read-lines.ts';
import { toRequestBody } from './request-body.ts';

interface OllamaConnection {
  modelId: string;
  /** Without `/api`. */
  baseUrl: string;
  options: OllamaOptions;
  fetch: FetchFunction;
}

async function refusal(response: Response, url: string): Promise<APICallError> {
  const text = await response.text();
  let message = text.slice(0, 500) || response.statusText;
  try {
    message = ollamaAnswer.parse(parseShallowJson(text)).error ?? message;
  } catch {
    // An error that is not JSON is passed on as it is.
  }
  return new APICallError({ message, url, requestBodyValues: {}, statusCode: response.status });
}

async function* readAnswers(body: ReadableStream<Uint8Array>): AsyncGenerator<OllamaAnswer> {
  for await (const line of readLines(body)) yield ollamaAnswer.parse(parseShallowJson(line));
}

/**
 * A model behind Ollama's native protocol, `/api/chat`: its OpenAI-compatible API supports neither the context size nor
 * the sampling options of the node. Failures are `APICallError`s or those of `fetch`.
 */
export function createOllamaChatModel({
  modelId,
  baseUrl,
  options: own,
  fetch,
}: OllamaConnection): LanguageModelV4 {
  const url = `${baseUrl}/api/chat`;

  async function post(options: LanguageModelV4CallOptions, isStream: boolean): Promise<Response> {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(toRequestBody(modelId, options, own, isStream)),
      signal: options.abortSignal ?? null,
    });
    if (!response.ok) throw await refusal(response, url);
    return response;
  }

  return {
    specificationVersion: 'v4',
    provider: 'ollama',
    modelId,
    supportedUrls: {},
    async doGenerate(options) {
      const response = await post(options, false);
      const answer = ollamaAnswer.parse(await response.json());
      return { ...toContent(answer), usage: toUsage(answer), warnings: [] };
    },
    async doStream(options) {
      const { body } = await post(options, true);
      if (!body)
        throw new APICallError({ message: 'empty answer', url, requestBodyValues: {}, statusCode: 502 });
      const toError = (message: string) =>
        new APICallError({ message, url, requestBodyValues: {}, statusCode: 502 });
      return { stream: streamOf(toStreamParts(readAnswers(body), toError)) };
    },
  };
}
