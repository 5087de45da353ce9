import { AppError } from '@tendril/contract/app-error';
import type { Chain } from '@tendril/contract/provider/answer';
import { type ApiCall, askApi } from '../../chain/ask-api.ts';
import { implementNode } from '../../interfaces/implement-node.ts';
import { toHeaders } from '../../model/address.ts';
import { readJson } from '../../text/read-json.ts';

const urlDefault = `This is the documentation of an API:
{api_docs}

Write the one POST request that does what is asked below, as JSON with two keys: "url" for the full URL and "data" for the object to send. Give only this JSON.

Question: {question}`;
const answerDefault = `This is the response of an API to {api_url_body}:
{api_response}

Answer the question below from it. Question: {question}`;

function readCall(text: string): ApiCall {
  const call = readJson(text) as { url?: unknown; data?: unknown } | undefined;
  if (typeof call?.url === 'string') return { url: call.url, data: call.data ?? {} };
  throw new AppError('NODE_FAILED', 'The model did not write a request with "url" and "data".');
}

/** Answers by sending something to an API. */
export const postApiChain = implementNode({
  name: 'postApiChain',
  icon: 'globe',
  description: 'Writes a POST request from the documentation of an API, and answers from the response.',

  async run({ model, apiDocs, headers, urlPrompt = urlDefault, ansPrompt = answerDefault }, { nodeId }) {
    const sent = toHeaders(headers, 'Headers');
    const request = { nodeId, name: 'POST API Chain', model, apiDocs, urlPrompt, ansPrompt, readCall };
    const chain: Chain = {
      nodeId,
      invoke: (question, context) => askApi({ ...request, headers: sent }, question, context),
    };
    return { postApiChain: chain };
  },
});
