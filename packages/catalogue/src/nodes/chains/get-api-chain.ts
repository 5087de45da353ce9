import type { Chain } from '@tendril/contract/provider/answer';
import { askApi } from '../../chain/ask-api.ts';
import { implementNode } from '../../interfaces/implement-node.ts';
import { toHeaders } from '../../model/address.ts';

const urlDefault = `This is the documentation of an API:
{api_docs}

Write the full URL of the one request that answers the question below, as short as it can be. Give only the URL.

Question: {question}`;
const answerDefault = `This is the response of an API to {api_url}:
{api_response}

Answer the question below from it. Question: {question}`;

/** Answers from an API that is read. */
export const getApiChain = implementNode({
  name: 'getApiChain',
  icon: 'globe',
  description: 'Writes a GET request from the documentation of an API, and answers from the response.',

  async run({ model, apiDocs, headers, urlPrompt = urlDefault, ansPrompt = answerDefault }, { nodeId }) {
    const sent = toHeaders(headers, 'Headers');
    const readCall = (text: string) => ({ url: /https?:\/\/[^\s"'`<>]+/.exec(text)?.[0] ?? text });
    const request = { nodeId, name: 'GET API Chain', model, apiDocs, urlPrompt, ansPrompt, readCall };
    const chain: Chain = {
      nodeId,
      invoke: (question, context) => askApi({ ...request, headers: sent }, question, context),
    };
    return { getApiChain: chain };
  },
});
