import type { JSONSchema7 } from '@ai-sdk/provider';
import { AppError } from '@tendril/contract/app-error';
import type { RunContext } from '@tendril/contract/node/run-context';
import type { Tool } from '@tendril/contract/provider/tool';
import { toHeaders } from '../model/address.ts';
import { fetchWithin } from '../model/fetch-within.ts';
import { onceKey } from '../step/once-key.ts';
import { readJson } from '../text/read-json.ts';
import { readLimited } from '../text/read-limited.ts';
import { toToolName } from '../text/tool-name.ts';
import { asRecord } from './as-record.ts';
import { boundedText } from './bounded-text.ts';
import { type DeclaredFields, readDeclaredFields } from './declared-fields.ts';
import { serviceFetch } from './service-fetch.ts';

/** Of a step without a limit of its own. */
const wholeMs = 60_000;
const maxBytes = 1024 * 1024;

interface RequestDeclaration {
  nodeId: string;
  name: string;
  description: string;
  method: 'POST' | 'PUT' | 'DELETE';
  /** Left empty, the model chooses one. */
  url: string;
  headers: string | undefined;
  /** Sent always, beneath what the model adds. */
  body?: string | undefined;
  fields: string | undefined;
  maxCharacters: number;
}

type Values = Readonly<Record<string, unknown>>;

const isDelete = ({ method }: RequestDeclaration) => method === 'DELETE';
const partName = (declared: RequestDeclaration) => (isDelete(declared) ? 'queryParams' : 'body');

function objectIn(text: string | undefined, field: string): Values {
  if (!text?.trim()) return {};
  const read = readJson(text);
  if (typeof read === 'object' && read !== null && !Array.isArray(read)) return read as Values;
  throw new AppError('FLOW_INVALID', `${field}: must be a JSON object.`);
}

function schemaOf(declared: RequestDeclaration, fields: DeclaredFields | undefined): JSONSchema7 {
  const free: JSONSchema7 = { type: 'object', additionalProperties: true };
  const part = fields?.schema ?? free;
  const name = partName(declared);
  const isOpen = declared.url.trim() === '';
  const isPartNeeded =
    (fields?.required.length ?? 0) > 0 || (!isDelete(declared) && !declared.body && !fields);
  return {
    type: 'object',
    properties: {
      ...(isOpen && { url: { type: 'string', description: 'Address of the request, with https://' } }),
      [name]: {
        ...part,
        description: isDelete(declared) ? 'Parameters of the address' : 'What is sent, as JSON',
      },
    },
    required: [...(isOpen ? ['url'] : []), ...(isPartNeeded ? [name] : [])],
    additionalProperties: false,
  };
}

/** The address with the values that belong into it; the rest is returned beside it. */
function addressed(text: string, values: Values, inPath: ReadonlySet<string> = new Set()): [URL, Values] {
  const named = [...inPath].filter((name) => values[name] !== undefined);
  const filled = named.reduce((address, name) => {
    const value = encodeURIComponent(String(values[name]));
    return address.replaceAll(`{${name}}`, value).replaceAll(`:${name}`, value);
  }, text);
  const url = URL.parse(filled.trim());
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') {
    throw new AppError('NODE_FAILED', `"${filled}" is not a valid URL.`);
  }
  return [url, Object.fromEntries(Object.entries(values).filter(([name]) => !inPath.has(name)))];
}

function initOf(declared: RequestDeclaration, url: URL, values: Values): RequestInit {
  const headers = new Headers(toHeaders(objectIn(declared.headers, 'Headers'), 'Headers'));
  if (isDelete(declared)) {
    for (const [name, value] of Object.entries(values)) url.searchParams.set(name, String(value));
    return { method: declared.method, headers };
  }
  if (!headers.has('content-type')) headers.set('content-type', 'application/json');
  return {
    method: declared.method,
    headers,
    body: JSON.stringify({ ...objectIn(declared.body, 'Body'), ...values }),
  };
}

async function send(url: URL, init: RequestInit, context: RunContext): Promise<string> {
  const { signal, limitMs = wholeMs } = context;
  const headers = new Headers(init.headers);
  if (context.part && !headers.has('idempotency-key')) headers.set('idempotency-key', onceKey(context));
  const response = await fetchWithin(serviceFetch(context), limitMs)(url.href, { ...init, headers, signal });
  const { text } = await readLimited(response, maxBytes);
  return response.ok ? text : `HTTP ${response.status}\n${text}`;
}

/** A tool that sends one kind of request; refusals are its results, with their status. */
export function requestTool(declared: RequestDeclaration): Tool {
  const fields = readDeclaredFields(declared.fields);
  return {
    nodeId: declared.nodeId,
    name: toToolName(declared.name, `requests_${declared.method.toLowerCase()}`),
    description: declared.description,
    inputSchema: schemaOf(declared, fields),
    async execute(input, context) {
      const given = asRecord(input);
      const address = declared.url.trim() || String(given['url'] ?? '');
      const [url, values] = addressed(address, asRecord(given[partName(declared)]), fields?.inPath);
      const text = await send(url, initOf(declared, url, values), context);
      return { text: boundedText(text, declared.maxCharacters) };
    },
  };
}
