import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { FetchFunction } from '@tendril/contract/node/run-context';
import { createOpenAiChatModel } from '../openai/chat-model.ts';

interface WatsonxChat {
  urlOf(path: string): string;
  projectId: string;
  secret: string;
  fetch: FetchFunction;
}

/** OpenAI's messages and answers, at addresses of IBM's: whether an answer is streamed is said by the address. */
export function createWatsonxChatModel(
  modelId: string,
  { urlOf, projectId, secret, fetch }: WatsonxChat,
  own: Readonly<Record<string, unknown>>,
): LanguageModelV4 {
  const send: FetchFunction = (_input, init) => {
    const { stream, ...body } = JSON.parse(String(init?.body)) as Record<string, unknown>;
    return fetch(urlOf(stream ? 'chat_stream' : 'chat'), { ...init, body: JSON.stringify(body) });
  };
  const body = {
    ...own,
    model: undefined,
    model_id: modelId,
    project_id: projectId,
    stream_options: undefined,
  };
  const connection = { apiKey: secret, baseUrl: urlOf('chat'), body, fetch: send };
  return createOpenAiChatModel(modelId, connection, false);
}
