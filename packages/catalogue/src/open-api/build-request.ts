import { AppError } from '@tendril/contract/app-error';
import { readJson } from '../text/read-json.ts';
import type { FromVariable, RequestParameter, ToolRequest } from './tool-request.ts';

/** A request ready to be sent. */
export interface BuiltRequest {
  url: string;
  options: { method: string; headers: Record<string, string>; body?: string };
}

const contentTypes = { json: 'application/json', form: 'application/x-www-form-urlencoded' };

/** A header or a part of the query that signs in: nothing where the workspace has no such variable. */
function fixedValue(value: string | FromVariable, variables: Readonly<Record<string, unknown>>) {
  if (typeof value === 'string') return value;
  if (!Object.hasOwn(variables, value.variable)) return undefined;
  const text = String(variables[value.variable]);
  return `${value.prefix ?? ''}${value.isBasic ? Buffer.from(text).toString('base64') : text}`;
}

function fixedValues(given: ToolRequest['headers'], variables: Readonly<Record<string, unknown>>) {
  return Object.entries(given).flatMap(([name, value]): [string, string][] => {
    const text = fixedValue(value, variables);
    return text === undefined ? [] : [[name, text]];
  });
}

function pathPart(value: unknown, name: string): string {
  const text = String(value);
  // An address would be shortened by them, to another path.
  if (text === '' || text === '.' || text === '..')
    throw new AppError('TOOL_FAILED', `${name}: "${text}" cannot be part of a path.`);
  return encodeURIComponent(text);
}

function bodyOf(
  body: ToolRequest['body'],
  fields: readonly [RequestParameter, unknown][],
): string | undefined {
  if (body === 'none') return undefined;
  if (body === 'whole') {
    const [first] = fields;
    if (!first) return undefined;
    const [{ isJson }, value] = first;
    return isJson ? JSON.stringify(value) : String(value);
  }
  const entries = fields.map(([{ wireName }, value]): [string, unknown] => [wireName, value]);
  if (body === 'json') return JSON.stringify(Object.fromEntries(entries));
  const texts = entries.map(([name, value]): [string, string] => [name, String(value)]);
  return new URLSearchParams(texts).toString();
}

/** The request of an operation with the inputs that a model gave. Throws TOOL_FAILED for an input that is no part of an address. */
export function buildRequest(
  { method, address, parameters, body, headers: fixedHeaders, query: fixedQuery }: ToolRequest,
  input: Readonly<Record<string, unknown>>,
  variables: Readonly<Record<string, unknown>>,
): BuiltRequest {
  const given = parameters.flatMap((parameter): [RequestParameter, unknown][] => {
    const value = Object.hasOwn(input, parameter.name) ? input[parameter.name] : parameter.fallback;
    if (value === undefined) return [];
    const isText = parameter.isJson && typeof value === 'string';
    return [[parameter, isText ? (readJson(value) ?? value) : value]];
  });
  const at = (place: RequestParameter['place']) => given.filter(([parameter]) => parameter.place === place);
  const path = at('path').reduce(
    (text, [{ wireName, name }, value]) => text.replaceAll(`{${wireName}}`, () => pathPart(value, name)),
    address,
  );
  const url = URL.parse(path);
  if (!url || !/^https?:$/.test(url.protocol))
    throw new AppError('TOOL_FAILED', `"${path.slice(0, 200)}" is not a valid URL.`);
  for (const [name, value] of fixedValues(fixedQuery, variables)) url.searchParams.append(name, value);
  for (const [{ wireName }, value] of at('query')) url.searchParams.append(wireName, String(value));
  const headers = {
    ...((body === 'json' || body === 'form') && { 'content-type': contentTypes[body] }),
    ...Object.fromEntries(fixedValues(fixedHeaders, variables)),
    ...Object.fromEntries(at('header').map(([{ wireName }, value]) => [wireName, String(value)])),
  };
  const sent = bodyOf(body, at('body'));
  return { url: url.href, options: { method, headers, ...(sent !== undefined && { body: sent }) } };
}
