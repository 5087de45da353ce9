import { AppError } from '@tendril/contract/app-error';
import type { RunContext } from '@tendril/contract/node/run-context';
import type { Answer } from '@tendril/contract/provider/answer';
import type { ChatModel } from '@tendril/contract/provider/chat-model';
import { askModel } from '../model/ask-model.ts';
import { traceStep } from '../step/trace-step.ts';
import { formatPrompt } from '../text/format-prompt.ts';
import { readLimited } from '../text/read-limited.ts';
import { serviceFetch } from '../tools/service-fetch.ts';
import { askForAnswer } from './ask-for-answer.ts';

export interface ApiCall {
  url: string;
  /** A POST request with this as JSON. */
  data?: unknown;
}

interface ApiRequest {
  nodeId: string;
  name: string;
  model: ChatModel;
  apiDocs: string;
  headers: Record<string, string> | undefined;
  /** With {api_docs} and {question}. */
  urlPrompt: string;
  /** With {api_docs}, {question}, {api_url}, {api_url_body} and {api_response}. */
  ansPrompt: string;
  readCall(text: string): ApiCall;
}

/** As much as a model can usefully read at once. */
const mostBytes = 60_000;

/** The headers may hold secrets: they go to no host but those of the documentation. */
function checkHost(text: string, apiDocs: string): string {
  const url = URL.parse(text);
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') {
    throw new AppError('NODE_FAILED', `The model wrote "${text.slice(0, 200)}", which is not a valid URL.`);
  }
  const host = url.host.replace(/[^\w:-]/g, String.raw`\$&`);
  // The whole name: "ple.com" is not "example.com".
  if (new RegExp(`(?<![\\w.-])${host}(?![\\w-]|[.:]\\w)`, 'i').test(apiDocs)) return url.href;
  throw new AppError('NODE_FAILED', `The API documentation does not name the host "${url.host}".`);
}

async function send(call: ApiCall, { headers, apiDocs }: ApiRequest, context: RunContext): Promise<string> {
  const isPost = call.data !== undefined;
  const response = await serviceFetch(context)(checkHost(call.url, apiDocs), {
    headers: { ...(isPost && { 'content-type': 'application/json' }), ...headers },
    signal: context.signal,
    ...(isPost && { method: 'POST', body: JSON.stringify(call.data) }),
  });
  const { text } = await readLimited(response, mostBytes);
  return response.ok ? text : `HTTP ${response.status}\n${text}`;
}

/** Answers a question by one request to an API that a model composes from its documentation. */
export async function askApi(request: ApiRequest, question: string, context: RunContext): Promise<Answer> {
  const { nodeId, name, model, apiDocs } = request;
  const values = { api_docs: apiDocs, question };
  const first = formatPrompt(request.urlPrompt, values, 'keep');
  const { text } = await askModel(model, { messages: [{ role: 'user', content: first }] }, context);
  const call = request.readCall(text.trim());
  const step = { kind: 'request', name, nodeId, input: call } as const;
  const response = await traceStep(step, context, () => send(call, request, context));
  const found = { ...values, api_url: call.url, api_url_body: JSON.stringify(call), api_response: response };
  const content = formatPrompt(request.ansPrompt, found, 'keep');
  return askForAnswer(model, { messages: [{ role: 'user', content }], isAnswer: true }, context);
}
