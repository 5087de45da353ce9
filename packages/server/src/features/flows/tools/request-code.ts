import type { FromVariable, RequestParameter, ToolRequest } from '@tendril/catalogue/open-api/tool-request';

const quote = (text: string) =>
  JSON.stringify(text).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');

/** Base64 of ASCII, written out: the sandbox has no `btoa`. */
const basicHelper = [
  'const base64 = (text) => {',
  "  const signs = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';",
  '  const bytes = [...unescape(encodeURIComponent(text))].map((sign) => sign.charCodeAt(0));',
  "  let out = '';",
  '  for (let at = 0; at < bytes.length; at += 3) {',
  '    const [a, b, c] = [bytes[at], bytes[at + 1], bytes[at + 2]];',
  '    out += signs[a >> 2] + signs[((a & 3) << 4) | ((b ?? 0) >> 4)];',
  "    out += b === undefined ? '=' : signs[((b & 15) << 2) | ((c ?? 0) >> 6)];",
  "    out += c === undefined ? '=' : signs[c & 63];",
  '  }',
  '  return out;',
  '};',
];

/** JavaScript of a tool that makes the request: everything from outside is embedded as a string literal. */
export function requestCode(request: ToolRequest): string {
  const { method, address, parameters, body } = request;
  const of = (place: RequestParameter['place']) => parameters.filter((one) => one.place === place);
  const fixed = Object.values({ ...request.headers, ...request.query });
  const query = of('query');
  const hasQuery = query.length > 0 || Object.keys(request.query).length > 0;
  return [
    `// ${method} ${address.replace(/[\r\n\u2028\u2029]/g, ' ')}`,
    ...(parameters.some((one) => one.isJson)
      ? ["const plain = (value) => (typeof value === 'string' ? JSON.parse(value) : value);"]
      : []),
    ...(fixed.some((value) => typeof value === 'object' && value.isBasic) ? basicHelper : []),
    `const address = ${addressCode(address, of('path'))};`,
    ...(hasQuery ? ['const query = new URLSearchParams();'] : []),
    ...Object.entries(request.query).map(
      ([name, value]) => `query.append(${quote(name)}, ${fixedCode(value)});`,
    ),
    ...query.map((one) => put(one, (value) => `query.append(${quote(one.wireName)}, String(${value}));`)),
    ...headerLines(request, of('header')),
    ...bodyLines(body, of('body')),
    `const response = await fetch(address${hasQuery ? ` + (address.includes('?') ? '&' : '?') + query` : ''}, {`,
    `  method: ${quote(method)},`,
    '  headers,',
    ...(body === 'none' ? [] : ['  body,']),
    '});',
    'const text = await response.text();',
    `if (!response.ok) throw new Error('The service answered ' + response.status + ': ' + text.slice(0, 1000));`,
    'return text;',
  ].join('\n');
}

function addressCode(address: string, parameters: readonly RequestParameter[]): string {
  const parts = address.split(/(\{[^{}]+\})/).filter((part) => part !== '');
  const pieces = parts.map((part) => {
    const found = parameters.find((one) => `{${one.wireName}}` === part);
    return found ? `encodeURIComponent($${found.name})` : quote(part);
  });
  return pieces.join(' + ') || "''";
}

function fixedCode(value: string | FromVariable): string {
  if (typeof value === 'string') return quote(value);
  const read = value.isBasic ? `base64($vars.${value.variable})` : `$vars.${value.variable}`;
  return value.prefix ? `${quote(value.prefix)} + ${read}` : read;
}

/** A statement that uses the input, or its default, or omits it. */
function put(parameter: RequestParameter, statement: (value: string) => string): string {
  const name = `$${parameter.name}`;
  const given = parameter.isJson ? `plain(${name})` : name;
  if (parameter.required) return statement(given);
  if (parameter.fallback !== undefined) {
    const fallback = JSON.stringify(parameter.fallback);
    return statement(`typeof ${name} === 'undefined' ? ${fallback} : ${given}`);
  }
  return `if (typeof ${name} !== 'undefined') ${statement(given)}`;
}

function headerLines({ headers, body }: ToolRequest, parameters: readonly RequestParameter[]): string[] {
  const type = { json: 'application/json', form: 'application/x-www-form-urlencoded' };
  const names = new Set(Object.keys(headers).map((name) => name.toLowerCase()));
  const entries: [string, string | FromVariable][] = Object.entries(headers);
  if ((body === 'json' || body === 'form') && !names.has('content-type'))
    entries.unshift(['content-type', type[body]]);
  return [
    entries.length === 0 ? 'const headers = {};' : 'const headers = {',
    ...entries.map(([name, value]) => `  ${quote(name)}: ${fixedCode(value)},`),
    ...(entries.length === 0 ? [] : ['};']),
    ...parameters.map((one) => put(one, (value) => `headers[${quote(one.wireName)}] = String(${value});`)),
  ];
}

function bodyLines(body: ToolRequest['body'], parameters: readonly RequestParameter[]): string[] {
  if (body === 'none') return [];
  if (body === 'whole') {
    const [only] = parameters;
    if (!only) return ["const body = '';"];
    const text = (value: string) =>
      only.isJson ? `body = JSON.stringify(${value});` : `body = String(${value});`;
    return ['let body;', put(only, text)];
  }
  if (body === 'form')
    return [
      'const form = new URLSearchParams();',
      ...parameters.map((one) =>
        put(one, (value) => `form.append(${quote(one.wireName)}, String(${value}));`),
      ),
      'const body = form.toString();',
    ];
  return [
    'const fields = {};',
    ...parameters.map((one) => put(one, (value) => `fields[${quote(one.wireName)}] = ${value};`)),
    'const body = JSON.stringify(fields);',
  ];
}
