import { AppError } from '@tendril/contract/app-error';
import { checkAddress } from '../model/address.ts';
import { onceKey } from '../step/once-key.ts';
import { readJson } from '../text/read-json.ts';

interface Pair {
  key?: string;
  value?: string;
}

/** What the form of an HTTP step says. */
export interface HttpForm {
  method: string;
  url: string;
  headers: readonly Pair[] | undefined;
  queryParams: readonly Pair[] | undefined;
  bodyType: 'json' | 'raw' | 'formData' | 'xWwwFormUrlencoded' | undefined;
  body: string | readonly Pair[] | undefined;
}

const pairsOf = (rows: readonly Pair[] | undefined): [string, string][] =>
  (rows ?? []).flatMap(({ key = '', value = '' }) => (key.trim() === '' ? [] : [[key.trim(), value]]));

const listOf = (body: HttpForm['body']) => pairsOf(typeof body === 'string' ? [] : body);
const textOf = (body: HttpForm['body']) => (typeof body === 'string' ? body : '');

/** Markdown marks that a text editor puts into JSON. */
const escaped = /\\([[\]{}_*])/g;

function jsonBody(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text));
  } catch {
    const read = readJson(text.replace(escaped, '$1'));
    if (read !== undefined) return JSON.stringify(read);
    throw new AppError('NODE_FAILED', 'Body: is not valid JSON.');
  }
}

function formData(rows: [string, string][]): FormData {
  const data = new FormData();
  for (const [key, value] of rows) data.append(key, value);
  return data;
}

/** The body, and its type where the form names no other; `fetch` itself knows the types of forms. */
function bodyOf({ method, bodyType, body }: HttpForm): { body?: RequestInit['body']; type?: string } {
  if (method === 'GET' || !bodyType) return {};
  if (bodyType === 'formData') return { body: formData(listOf(body)) };
  if (bodyType === 'xWwwFormUrlencoded') return { body: new URLSearchParams(listOf(body)) };
  const text = textOf(body);
  if (text.trim() === '') return {};
  return bodyType === 'json'
    ? { body: jsonBody(text), type: 'application/json' }
    : { body: text, type: 'text/plain;charset=UTF-8' };
}

/** The header that a credential stands for: user and password, a token, or a header of its own name. */
function credentialHeader(fields: Readonly<Record<string, string>> | undefined): [string, string][] {
  if (!fields) return [];
  const { basicAuthUsername, basicAuthPassword = '', token, key, value = '' } = fields;
  if (basicAuthUsername !== undefined) {
    const both = Buffer.from(`${basicAuthUsername}:${basicAuthPassword}`, 'utf8').toString('base64');
    return [['authorization', `Basic ${both}`]];
  }
  if (token !== undefined) return [['authorization', `Bearer ${token}`]];
  return key ? [[key, value]] : [];
}

/** A server that knows the header carries out once what a run sends again after a crash. */
function onceHeader({ method }: HttpForm, key: string): Record<string, string> {
  if (method === 'GET') return {};
  return { 'idempotency-key': onceKey({ idempotencyKey: key }) };
}

/** The request that an HTTP step makes. Throws FLOW_INVALID for an address that is none, NODE_FAILED for bad JSON. */
export function toHttpRequest(
  form: HttpForm,
  credential: Readonly<Record<string, string>> | undefined,
  idempotencyKey: string,
): { url: URL; init: RequestInit } {
  const url = new URL(checkAddress(form.url, 'URL'));
  // The address is written as it is: a slash at its end may matter.
  if (form.url.trim().endsWith('/') && !url.pathname.endsWith('/')) url.pathname += '/';
  for (const [key, value] of pairsOf(form.queryParams)) url.searchParams.append(key, value);
  const { body, type } = bodyOf(form);
  const headers = new Headers({ ...(type && { 'content-type': type }), ...onceHeader(form, idempotencyKey) });
  for (const [key, value] of [...credentialHeader(credential), ...pairsOf(form.headers)]) {
    try {
      headers.set(key, value);
    } catch {
      throw new AppError('FLOW_INVALID', `Headers: "${key}" is not a header that can be sent.`);
    }
  }
  // Of a form only `fetch` knows the boundary.
  if (body instanceof FormData) headers.delete('content-type');
  return { url, init: { method: form.method, headers, ...(body !== undefined && { body }) } };
}
