import type { JSONSchema7 } from '@ai-sdk/provider';
import { AppError } from '@tendril/contract/app-error';
import { output } from '@tendril/contract/node/anchor';
import { defineNode } from '@tendril/contract/node/define-node';
import { param } from '@tendril/contract/node/param';
import { readLimited } from '../../text/read-limited.ts';
import { serviceFetch } from '../../tools/service-fetch.ts';

/** As much as a model can usefully read at once. */
const maxBytes = 15_000;

const urlSchema: JSONSchema7 = {
  type: 'object',
  properties: { url: { type: 'string', description: 'Address of the page, with https://' } },
  required: ['url'],
  additionalProperties: false,
};
const noInput: JSONSchema7 = { type: 'object', properties: {}, additionalProperties: false };

function toHeaders(given: unknown): Record<string, string> {
  if (typeof given !== 'object' || given === null) return {};
  return Object.fromEntries(Object.entries(given).map(([name, value]) => [name, String(value)]));
}

function checkUrl(text: string): string {
  const url = URL.parse(text);
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') {
    throw new AppError('NODE_FAILED', `"${text}" is not a valid URL.`);
  }
  return url.href;
}

/** Lets a model read a web page. */
export const requestsGet = defineNode({
  name: 'requestsGet',
  label: 'Requests Get',
  version: 1,
  category: 'Tools',
  description: 'Reads a web address with GET.',
  icon: 'globe',
  inputs: {
    url: param.string({
      label: 'URL',
      description: 'Always this address; left empty, the agent chooses one.',
      optional: true,
      additionalParams: true,
    }),
    description: param.string({
      isPrompt: true,
      label: 'Description',
      description: 'Tells the agent when to use the tool.',
      rows: 4,
      optional: true,
      additionalParams: true,
      default:
        'Reads a web page or an API with GET and gives its text. Use it when the answer is on the web.',
    }),
    headers: param.json({ label: 'Headers', optional: true, additionalParams: true }),
  },
  outputs: {
    requestsGet: output(['RequestsGet', 'Tool', 'StructuredTool', 'Runnable'], { label: 'Requests Get' }),
  },

  async run({ url, description, headers }, { nodeId }) {
    return {
      requestsGet: {
        nodeId,
        name: 'requests_get',
        description,
        inputSchema: url ? noInput : urlSchema,
        execute: async (input, asking) => {
          const address = checkUrl(url || String((input as { url?: unknown } | undefined)?.url ?? ''));
          const response = await serviceFetch(asking)(address, {
            headers: toHeaders(headers),
            signal: asking.signal,
          });
          const { text, isCut } = await readLimited(response, maxBytes);
          const status = response.ok ? '' : `HTTP ${response.status}\n`;
          return { text: `${status}${text}${isCut ? '\n[cut after 15 kB]' : ''}` };
        },
      },
    };
  },
});
