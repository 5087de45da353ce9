import { AppError, invalidInput } from '@tendril/contract/app-error';
import { parseGuardedJson } from '@tendril/contract/json/json-guard';
import type { WebhookParam, WebhookStart } from './flow-start.ts';
import { isDecision } from './is-decision.ts';

/** A request to a webhook, as its flow sees it. */
export interface WebhookContent {
  body: unknown;
  headers: Record<string, string>;
  query: Record<string, string>;
}

interface RawWebhook {
  bytes: Buffer;
  contentType: string;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The part of the address behind the question mark. */
  search: string;
}

const form = 'application/x-www-form-urlencoded';
const json = /^application\/(?:[\w.+-]+\+)?json$/;
const mostParams = 1000;
const forbidden = new Set(['__proto__', 'constructor', 'prototype']);
/** What proves who the sender is stays out of the flow, its trace and its models. */
const secretHeader =
  /^(?:authorization|proxy-authorization|cookie|x-api-key|.*-?(?:signature|token|secret)(?:-.*)?)$/;

/** Reads a request in the media type that it names. Throws INVALID_INPUT, UNSUPPORTED_MEDIA_TYPE. */
export function readWebhook(
  { bytes, contentType, headers, search }: RawWebhook,
  start: WebhookStart,
): WebhookContent {
  const content = {
    body: bytes.length === 0 ? {} : bodyOf(bytes, mediaTypeOf(contentType)),
    headers: headersOf(headers, start),
    query: pairsOf(search),
  };
  // Parameters describe what starts a run; a decision has its own form.
  if (start.params && !isDecision(content.body))
    checkParams(start.params, content, mediaTypeOf(contentType) === form);
  return content;
}

/** Throws UNSUPPORTED_MEDIA_TYPE for a body in another type than the Start node names. */
export function requireContentType(
  { contentType }: WebhookStart,
  given: string | undefined,
  hasBody: boolean,
): void {
  const type = mediaTypeOf(given ?? '');
  if (!hasBody || (contentType !== '' ? type === contentType : isReadable(type))) return;
  const wanted = contentType || 'application/json';
  throw new AppError(
    'UNSUPPORTED_MEDIA_TYPE',
    `This webhook takes ${wanted}, not ${type || 'a body without a type'}.`,
  );
}

function mediaTypeOf(contentType: string): string {
  return (contentType.split(';', 1)[0] ?? '').trim().toLowerCase();
}

function isReadable(type: string): boolean {
  return type === form || json.test(type) || type.startsWith('text/');
}

function bodyOf(bytes: Buffer, type: string): unknown {
  const text = bytes.toString('utf8');
  if (json.test(type)) return parseGuardedJson(text, 'body');
  if (type !== form) return text.replaceAll('\0', '');
  const { payload, ...rest } = pairsOf(text);
  // Some senders put the JSON of an event into a form.
  if (payload !== undefined && Object.keys(rest).length === 0 && /^\s*[{[]/.test(payload))
    return parseGuardedJson(payload, 'body.payload');
  return pairsOf(text);
}

function pairsOf(text: string): Record<string, string> {
  const pairs: Record<string, string> = {};
  let count = 0;
  for (const [name, value] of new URLSearchParams(text)) {
    if (name === '' || forbidden.has(name)) continue;
    count += 1;
    if (count > mostParams)
      throw new AppError('INVALID_INPUT', `There are more than ${mostParams} parameters.`);
    pairs[name.replaceAll('\0', '')] = value.replaceAll('\0', '');
  }
  return pairs;
}

function headersOf(headers: RawWebhook['headers'], start: WebhookStart): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined || secretHeader.test(name) || forbidden.has(name)) continue;
    if (start.isSigned && name === start.signatureHeader) continue;
    kept[name] = Array.isArray(value) ? value.join(', ') : value;
  }
  return kept;
}

function checkParams(
  params: NonNullable<WebhookStart['params']>,
  content: WebhookContent,
  isForm: boolean,
): void {
  const isObject = typeof content.body === 'object' && content.body !== null && !Array.isArray(content.body);
  const body = isObject ? (content.body as Record<string, unknown>) : {};
  const issues = [
    ...params.query.flatMap((param) => faultsOf(param, content.query, 'query', true)),
    ...params.headers.flatMap((param) =>
      faultsOf({ ...param, name: param.name.toLowerCase() }, content.headers, 'headers', true),
    ),
    ...params.body.flatMap((param) => faultsOf(param, body, 'body', isForm)),
  ];
  if (issues.length > 0) throw invalidInput(issues);
}

function faultsOf(
  { name, type, isRequired }: WebhookParam,
  given: Readonly<Record<string, unknown>>,
  where: string,
  isText: boolean,
): { path: string[]; message: string }[] {
  const path = [where, name];
  const value = Object.hasOwn(given, name) ? given[name] : undefined;
  if (value === undefined || value === null) return isRequired ? [{ path, message: 'is missing' }] : [];
  if (type === undefined || isOfType(value, type, isText)) return [];
  return [{ path, message: `must be ${typeWords[type] ?? type}` }];
}

const typeWords: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  boolean: 'true or false',
  object: 'an object',
  'array[string]': 'a list of texts',
  'array[number]': 'a list of numbers',
  'array[boolean]': 'a list of true and false',
  'array[object]': 'a list of objects',
};

function isOfType(value: unknown, type: string, isText: boolean): boolean {
  const [, element] = /^array\[(\w+)\]$/.exec(type) ?? [];
  if (element !== undefined)
    return Array.isArray(value) && value.every((one) => isOfType(one, element, false));
  if (isText && typeof value === 'string' && type === 'number')
    return value.trim() !== '' && Number.isFinite(Number(value));
  if (isText && type === 'boolean') return value === 'true' || value === 'false';
  if (type === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value);
  return typeof value === type;
}
