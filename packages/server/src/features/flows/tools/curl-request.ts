import { toIdentifier, toSnakeCase, toStem } from '@tendril/catalogue/open-api/identifiers';
import type { FromVariable, RequestParameter, ToolRequest } from '@tendril/catalogue/open-api/tool-request';
import { parseShallowJson } from '@tendril/contract/json/parse-shallow-json';
import { type CurlWords, refusal } from './curl-words.ts';

const maxParameters = 60;
/** Headers that hold a secret: their values do not go into code. */
const secretHeader =
  /^(authorization|proxy-authorization|cookie|.*(api|access|auth|subscription)[-_]?(key|token).*|.*token)$/i;
const secretField = /(^|_|-)(api_?key|key|token|secret|password|access_token)$/i;
const wholeVariable = /^\{\{\$vars\.([A-Za-z_]\w*)\}\}$/;

type Fixed = Record<string, string | FromVariable>;

/** The request that a curl command makes, with every variable part as an input of the tool. */
export function curlRequest(words: CurlWords): { request: ToolRequest; host: string } {
  const { text, placeholders } = namePlaceholders(words.url);
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:/i.test(text) ? text : `http://${text}`);
  if (!url || !/^https?:$/.test(url.protocol)) throw refusal('the address must be http or https');
  const stem = toStem(url.hostname.replace(/^(www|api)\.|\.[a-z]+$/gi, ''));
  const [headers, query]: [Fixed, Fixed] = [{}, {}];
  for (const [name, value] of words.headers) headers[name] = headerValue(name, value, stem);
  const login = words.user ?? (url.username ? `${url.username}:${url.password}` : undefined);
  if (login !== undefined)
    headers['Authorization'] = { variable: `${stem}_login`, prefix: 'Basic ', isBasic: true };
  const inputs = inputList();
  for (const name of placeholders) inputs.add({ wireName: name, place: 'path', value: '', isNeeded: true });
  const data = words.data.join('&');
  const pairs = [...url.searchParams, ...(words.isGet ? new URLSearchParams(data) : [])];
  for (const [name, value] of pairs) {
    if (secretField.test(name)) query[name] = { variable: `${stem}_${toSnakeCase(name, 'key')}` };
    else inputs.add({ wireName: name, place: 'query', value });
  }
  const body = words.isGet || words.data.length === 0 ? 'none' : takeBody(words, data, inputs);
  const type = Object.keys(headers).find((name) => name.toLowerCase() === 'content-type');
  if (body === 'whole' && !type) headers['content-type'] = 'application/x-www-form-urlencoded';
  const path = placeholders.reduce((path, name) => path.replaceAll(marker(name), `{${name}}`), url.pathname);
  const method = words.method ?? (body === 'none' ? 'GET' : 'POST');
  if (!/^[A-Z]{1,20}$/.test(method)) throw refusal(`"${method.slice(0, 30)}" is no method`);
  if (body !== 'none' && (method === 'GET' || method === 'HEAD'))
    throw refusal(`a ${method} request has no body: use -G to send the data in the address`);
  const request = {
    method,
    address: url.origin + path,
    parameters: inputs.all,
    headers,
    query,
    body,
  } as const;
  return { request, host: url.hostname };
}

const marker = (name: string) => `tendril-place-${name}-`;

/** `{id}`, `:id`, `<id>` and `{{id}}` in a path are inputs. */
function namePlaceholders(address: string): { text: string; placeholders: string[] } {
  const placeholders: string[] = [];
  const [, start = '', path = '', rest = ''] =
    /^([a-z]+:\/\/[^/?#]*|[^/?#]*)([^?#]*)(.*)$/is.exec(address) ?? [];
  const text = path.replace(
    /\{\{\$vars\.(\w+)\}\}|\{\{?\s*(\w+)\s*\}?\}|<(\w+)>|(?<=\/):(\w+)/g,
    (_whole, ...found: (string | undefined)[]) => {
      const name = found.slice(0, 4).find((one) => one !== undefined) ?? 'value';
      if (!placeholders.includes(name)) placeholders.push(name);
      return marker(name);
    },
  );
  return { text: start + text + rest, placeholders };
}

function headerValue(name: string, value: string, stem: string): string | FromVariable {
  const scheme = /^(Bearer|Basic|Token|Bot|ApiKey)\s+/i.exec(value)?.[0] ?? '';
  const inner = wholeVariable.exec(value.slice(scheme.length))?.[1];
  const prefix = scheme ? { prefix: `${scheme.trim()} ` } : {};
  if (inner) return { variable: inner, ...prefix };
  if (!secretHeader.test(name)) return value;
  const word =
    scheme || /^authorization$/i.test(name) ? 'token' : toSnakeCase(name.replace(/^x-/i, ''), 'key');
  return { variable: `${stem}_${word}`, ...prefix };
}

interface FoundInput {
  wireName: string;
  place: RequestParameter['place'];
  value: unknown;
  isNeeded?: boolean;
}

function inputList() {
  const all: RequestParameter[] = [];
  const taken = new Set<string>();
  return {
    all: all as readonly RequestParameter[],
    add({ wireName, place, value, isNeeded = false }: FoundInput): void {
      if (all.length >= maxParameters) throw refusal(`has more than ${maxParameters} values`);
      const inner = typeof value === 'string' ? wholeVariable.exec(value)?.[1] : undefined;
      const name = toIdentifier(inner ?? wireName, taken);
      taken.add(name);
      const isNested = typeof value === 'object' && value !== null;
      const isPlain = typeof value === 'number' || typeof value === 'boolean';
      const shown = isNested ? JSON.stringify(value) : String(value ?? '');
      const isOpen = isNeeded || inner !== undefined;
      all.push({
        name,
        wireName,
        place,
        type: isPlain ? (typeof value as 'number' | 'boolean') : 'string',
        ...(isNested && { isJson: true }),
        description: describe(shown, isNested, isOpen),
        required: isOpen,
        ...(!isOpen && { fallback: value }),
      });
    },
  };
}

function describe(shown: string, isNested: boolean, isOpen: boolean): string {
  if (isOpen || shown === '') return isNested ? 'JSON text' : '';
  const example = shown.length > 300 ? `${shown.slice(0, 299)}…` : shown;
  return isNested ? `JSON text, for example ${example}` : `For example ${example}`;
}

function takeBody(
  { headers, isJson }: CurlWords,
  data: string,
  inputs: ReturnType<typeof inputList>,
): ToolRequest['body'] {
  const type = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
  const parsed =
    isJson || /json/i.test(type) || (type === '' && /^\s*[[{]/.test(data)) ? readJson(data) : undefined;
  if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) {
    for (const [wireName, value] of Object.entries(parsed)) inputs.add({ wireName, place: 'body', value });
    return 'json';
  }
  const isForm = (type === '' || /x-www-form-urlencoded/i.test(type)) && /^[^=&\s]+=/.test(data);
  if (parsed === undefined && isForm) {
    for (const [wireName, value] of new URLSearchParams(data)) inputs.add({ wireName, place: 'body', value });
    return 'form';
  }
  inputs.add({ wireName: 'body', place: 'body', value: parsed === undefined ? data : parsed });
  return 'whole';
}

function readJson(text: string): unknown {
  try {
    return parseShallowJson(text);
  } catch {
    return undefined;
  }
}
