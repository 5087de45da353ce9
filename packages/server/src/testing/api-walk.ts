import { csrfCookie, csrfHeader } from '@tendril/contract/api/session-cookies';
import type { LightMyRequestResponse } from 'fastify';
import { type JsonSchema, sampleOf } from './schema-sample.ts';
import type { TestUser } from './test-app.ts';

interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  schema: JsonSchema;
}

/** One operation of the API document. */
export interface Operation {
  method: string;
  path: string;
  parameters: Parameter[];
  body?: JsonSchema;
  isForm: boolean;
  statuses: string[];
}

interface DescribedOperation {
  parameters: Parameter[];
  requestBody?: { content: Record<string, { schema: JsonSchema }> };
  responses: Record<string, unknown>;
}

/** The operations of a document. */
export function operationsOf(document: {
  paths: Record<string, Record<string, DescribedOperation>>;
}): Operation[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters, requestBody, responses }]) => {
      const body = requestBody?.content['application/json']?.schema;
      return {
        method: method.toUpperCase(),
        path,
        parameters,
        ...(body && { body }),
        isForm: requestBody !== undefined && body === undefined,
        statuses: Object.keys(responses),
      };
    }),
  );
}

/** A call as the document describes it. */
interface Call {
  method: string;
  url: string;
  headers: Record<string, string>;
  payload?: unknown;
}

/** What a caller knows of his own, by the name of a field and the operation. */
export type KnownValues = (name: string, operation: Operation) => unknown;

/** The smallest call that the document allows, with what the caller knows of his own: ids of things that he has made. */
export function callOf(operation: Operation, known: KnownValues): Call {
  const { method, path, parameters, body } = operation;
  const sampleFor = ({ name, schema }: Parameter) =>
    sampleOf(schema, (field) => known(field, operation), name);
  let url = path;
  const headers: Record<string, string> = {};
  const query = new URLSearchParams();
  for (const parameter of parameters) {
    if (parameter.in === 'path')
      url = url.replace(`{${parameter.name}}`, encodeURIComponent(String(sampleFor(parameter))));
    else if (parameter.in === 'header') headers[parameter.name.toLowerCase()] = String(sampleFor(parameter));
    else if (parameter.required) query.set(parameter.name, String(sampleFor(parameter)));
  }
  if (operation.isForm)
    return {
      method,
      url,
      headers: { ...headers, 'content-type': `multipart/form-data; boundary=${boundary}` },
      payload: form,
    };
  const payload = body && sampleOf(body, (field) => known(field, operation));
  return {
    method,
    headers,
    url: query.size > 0 ? `${url}?${query}` : url,
    ...(payload !== undefined && { payload }),
  };
}

const boundary = 'a-boundary-of-the-walk';
const form = [
  `--${boundary}`,
  'Content-Disposition: form-data; name="files"; filename="words.txt"',
  'Content-Type: text/plain',
  '',
  'Some words.',
  `--${boundary}--`,
  '',
].join('\r\n');

/** Sends a call as the person who is signed in. */
export function send(
  user: TestUser,
  { method, url, headers, payload }: Call,
): Promise<LightMyRequestResponse> {
  return user.inject({
    method: method as 'GET',
    url,
    ...(payload !== undefined && {
      payload: 'content-type' in headers ? String(payload) : JSON.stringify(payload),
    }),
    headers: {
      // Absent where there is no body, as programs do it.
      ...(payload !== undefined && { 'content-type': 'application/json' }),
      ...headers,
      [csrfHeader]: user.cookies[csrfCookie] ?? '',
    },
  });
}
