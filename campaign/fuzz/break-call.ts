import { gzipSync } from 'node:zlib';
import { drawBroken, drawBrokenText, strayPaths } from './broken-values.ts';
import type { Draw } from './draw.ts';
import type { FuzzCall } from './fuzz-call.ts';

type Json = Record<string, unknown> | unknown[];
type Break = (call: FuzzCall, draw: Draw) => FuzzCall;

const ownedKeys = [
  'id',
  'workspaceId',
  'tenantId',
  'ownerId',
  'userId',
  'createdAt',
  'updatedAt',
  'role',
  'isPublic',
  'apikeyid',
  'passwordHash',
  '__proto__',
  'constructor',
  'prototype',
];

const isOpen = (value: unknown): value is Json => typeof value === 'object' && value !== null;

/** One place in a body is broken, or lost, or gets an unknown field beside it. */
function breakField(call: FuzzCall, draw: Draw): FuzzCall {
  const body: unknown = JSON.parse(String(call.payload));
  if (!isOpen(body)) return { ...call, payload: JSON.stringify(drawBroken(draw)), breakage: 'body' };
  let place: Json = body;
  let top: string | undefined;
  for (;;) {
    const keys = Object.keys(place);
    const key = keys.length === 0 ? undefined : draw.pick(keys);
    top ??= key;
    const inner = key === undefined ? undefined : (place as Record<string, unknown>)[key];
    if (isOpen(inner) && draw.chance(0.7)) {
      place = inner;
      continue;
    }
    const kind = draw.number();
    const named = place as Record<string, unknown>;
    if (key === undefined || kind < 0.12) {
      Object.defineProperty(place, draw.pick(ownedKeys), {
        value: drawBroken(draw),
        enumerable: true,
        configurable: true,
      });
      return { ...call, payload: JSON.stringify(body), breakage: 'extra field' };
    }
    if (kind < 0.2) Reflect.deleteProperty(place, key);
    else named[key] = drawBroken(draw);
    const isMissing = kind < 0.2;
    const field = place === body ? key : undefined;
    return {
      ...call,
      payload: JSON.stringify(body),
      breakage: `${isMissing ? 'missing' : 'field'} ${top}`,
      ...(field !== undefined && !isMissing && isNeverTaken(named[key]) && { field }),
    };
  }
}

/** What no field of the product takes for itself: an object of operators. */
function isNeverTaken(value: unknown): boolean {
  return isOpen(value) && '$where' in value;
}

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
const doubled = (text: string) =>
  text.startsWith('{') && text !== '{}' ? `${text.slice(0, -1)},${text.slice(1)}` : text;

/** The text of a body is broken, whatever its schema. */
const textBreaks: readonly [string, (text: string, draw: Draw) => string | Buffer][] = [
  ['truncated', (text, draw) => text.slice(0, draw.below(text.length))],
  ['doubled keys', doubled],
  ['byte-order mark', (text) => `\ufeff${text}`],
  ['trailing bytes', (text) => `${text}]]`],
  ['two bodies', (text) => text + text],
  ['depth 65', () => nested(65)],
  ['depth 5,000', () => `{"a":${nested(5000)}}`],
  ['depth 100,000', () => nested(100_000)],
  ['one long key', () => `{"${'k'.repeat(200_000)}":1}`],
  ['many keys', () => `{${Array.from({ length: 5000 }, (_, key) => `"k${key}":0`).join()}}`],
  ['huge number', (text) => text.replace(/:("[^"]*"|\d+|true|false)/, ':1e999')],
  ['long number', (text) => text.replace(/:("[^"]*"|\d+|true|false)/, `:${'9'.repeat(400)}`)],
  ['lone surrogate', (text) => text.replace(/:"[^"]*"/, String.raw`:"\ud800"`)],
  ['escaped proto', (text) => text.replace('{', String.raw`{"\u005f_proto__":{"polluted":"yes"},`)],
  [
    'invalid UTF-8',
    (text) =>
      Buffer.concat([Buffer.from(text.slice(0, -1)), Buffer.from([0xc3, 0x28, 0xff]), Buffer.from('}')]),
  ],
  ['UTF-16', (text) => Buffer.from(text, 'utf16le')],
  ['gzip bytes', (text) => gzipSync(text)],
  ['null', () => 'null'],
  ['list', () => '[]'],
  ['text', () => '"x"'],
  ['zero', () => '0'],
  ['nothing', () => ''],
];

function breakText(call: FuzzCall, draw: Draw): FuzzCall {
  const [name, change] = draw.pick(textBreaks);
  return { ...call, payload: change(String(call.payload ?? '{}'), draw), breakage: `body ${name}` };
}

const bodyTypes = [
  'text/plain',
  'application/xml',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'multipart/form-data; boundary=',
  `multipart/form-data; boundary=${'-'.repeat(5000)}`,
  'application/json; charset=utf-16',
  'application/json;',
  'application/jsonx',
  'APPLICATION/JSON',
  '',
  ';;;',
];

function breakType(call: FuzzCall, draw: Draw): FuzzCall {
  const type = draw.pick(bodyTypes);
  return {
    ...call,
    headers: { ...call.headers, 'content-type': type },
    breakage: `content-type ${type.slice(0, 40)}`,
  };
}

const strangeHeaders: readonly (readonly [string, string])[] = [
  ['x-request-from', 'internal'],
  ['x-forwarded-host', 'evil.example'],
  ['x-user-id', '1'],
  ['x-tenant', 'other'],
  ['x-http-method-override', 'DELETE'],
  ['range', `bytes=${'0-,'.repeat(1000)}0-`],
  ['range', 'bytes=99999999999999999999-'],
  ['if-match', '"x'],
  ['if-match', '1e999'],
  ['if-match', '"999999999999999"'],
  ['if-match', '-1'],
  ['if-none-match', '*'],
  ['if-modified-since', 'never'],
  ['last-event-id', '-1'],
  ['last-event-id', '99999999999999999999'],
  ['last-event-id', '\u00ff'],
  ['accept', 'text/event-stream'],
  ['accept', '*/*;q=x'],
  ['accept-encoding', 'br, gzip, x'],
  ['accept-language', `${'a-'.repeat(200)}b`],
  ['content-encoding', 'gzip'],
  ['content-encoding', 'x'],
  ['transfer-encoding', 'x'],
  ['origin', 'null'],
  ['origin', 'https://evil.example'],
  ['origin', 'http://['],
  ['host', '['],
  ['host', 'evil.example'],
  ['host', ''],
  ['referer', 'javascript:alert(1)'],
  ['user-agent', `forged\u001b[31m${'x'.repeat(4000)}`],
  ['cookie', '__proto__=x; tendril_access=%zz; a=b; ='],
  ['cookie', `tendril_access=${'x'.repeat(4000)}`],
  ['authorization', 'Bearer'],
  ['authorization', 'Bearer \u00e9'],
  ['authorization', `Bearer ${'x'.repeat(4000)}`],
  ['authorization', 'Basic Og=='],
  ['x-csrf-token', '\u00ff'],
  ['traceparent', '00-0-0-0'],
  ['x-retell-signature', 'v=1,d=2'],
  ['x-tendril-signature', 't=1,v1=00'],
  ['upgrade', 'websocket'],
  ['expect', '100-continue'],
];

function breakHeader(call: FuzzCall, draw: Draw): FuzzCall {
  const [name, value] = draw.pick(strangeHeaders);
  return { ...call, headers: { ...call.headers, [name]: value }, breakage: `header ${name}` };
}

/** What an address can carry besides what schemas say. */
const queryBreaks: readonly ((draw: Draw, name: string) => string)[] = [
  (draw, name) => `${name}=${encodeURIComponent(drawBrokenText(draw).toWellFormed())}`,
  (_draw, name) => `${name}=1&${name}=2`,
  (_draw, name) => `${name}[]=1`,
  (_draw, name) => `${name}[a]=1`,
  (_draw, name) => `${name}=%zz`,
  (_draw, name) => `${name}=%00`,
  (_draw, name) => `${name}=%ff%fe`,
  (_draw, name) => `${name}=${'x'.repeat(8000)}`,
  (_draw, name) => `${name}=-1`,
  (_draw, name) => `${name}=1e9`,
  (_draw, name) => `${name}=NaN`,
  (_draw, name) => `${name}`,
  () => '__proto__=1',
  () => 'constructor[prototype][polluted]=yes',
  () => 'order=passwordHash',
  () => 'workspaceId=x',
  () => '&&==&',
];
const queryNames = [
  'limit',
  'page',
  'order',
  'search',
  'id',
  'chatId',
  'sessionId',
  'startDate',
  'cursor',
  'type',
  'version',
];

function breakQuery(call: FuzzCall, draw: Draw): FuzzCall {
  const [path = '', query = ''] = call.target.split('?');
  const own = [...new URLSearchParams(query).keys()];
  const name = own.length > 0 && draw.chance(0.7) ? draw.pick(own) : draw.pick(queryNames);
  const added = draw.pick(queryBreaks)(draw, name);
  return {
    ...call,
    target: `${path}?${query}${query && '&'}${added}`,
    breakage: `query ${added.slice(0, 40)}`,
  };
}

/** One segment of the path stands for something else; sent as it stands, without a client that tidies it. */
function breakPath(call: FuzzCall, draw: Draw): FuzzCall {
  const [path = '', query] = call.target.split('?');
  const segments = path.split('/');
  const at = segments.length - 1 - draw.below(Math.min(2, segments.length - 1));
  const broken = draw.chance(0.5) ? draw.pick(strayPaths) : drawBrokenText(draw).slice(0, 4000);
  // Spaces and controls would end the request line.
  segments[at] = draw.chance(0.5)
    ? encodeURIComponent(broken.toWellFormed())
    : broken.toWellFormed().replaceAll(/[^!-~]/gu, (sign) => encodeURIComponent(sign));
  const target = segments.join('/') + (query === undefined ? '' : `?${query}`);
  return {
    ...call,
    target: target.startsWith('/') ? target : `/${target}`,
    isRaw: true,
    breakage: `path ${segments[at].slice(0, 40)}`,
  };
}

const verbs = [
  'HEAD',
  'OPTIONS',
  'TRACE',
  'PUT',
  'PATCH',
  'DELETE',
  'POST',
  'GET',
  'PROPFIND',
  'LOCK',
  'PURGE',
];

function breakMethod(call: FuzzCall, draw: Draw): FuzzCall {
  const method = draw.pick(verbs);
  return { ...call, method, isRaw: true, breakage: `method ${method}` };
}

const withBody: readonly (readonly [number, Break])[] = [
  [0.5, breakField],
  [0.64, breakText],
  [0.69, breakType],
];
const always: readonly (readonly [number, Break])[] = [
  [0.78, breakHeader],
  [0.88, breakQuery],
  [0.97, breakPath],
  [1, breakMethod],
];

/** The call with one thing broken on purpose. */
export function breakCall(call: FuzzCall, draw: Draw): FuzzCall {
  const isJson = call.headers['content-type'] === 'application/json';
  const at = isJson ? draw.number() : 0.69 + 0.31 * draw.number();
  const found = [...(isJson ? withBody : []), ...always].find(([until]) => at < until);
  return found ? found[1](call, draw) : call;
}
