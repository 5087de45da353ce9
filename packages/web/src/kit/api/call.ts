import type {
  Answer,
  EndpointDefinition,
  SentBody,
  SentParams,
  SentQuery,
} from '@tendril/contract/api/endpoint';
import type * as z from 'zod';
import { errorTexts } from '../texts/en/errors.ts';
import { say } from '../texts/texts.ts';
import { fillPath, toQuery } from './address.ts';
import { RequestError } from './request-error.ts';
import { type Outgoing, send, toRequestError } from './send.ts';

type Part<Name extends string, Sent> = [Sent] extends [undefined]
  ? unknown
  : undefined extends Sent
    ? { [K in Name]?: Sent }
    : { [K in Name]: Sent };

/** The options of this endpoint, derived from its schemas. */
export type CallOptions<E extends EndpointDefinition> = Part<'params', SentParams<E>> &
  (E['files'] extends 'only' ? { form: FormData } : Part<'body', SentBody<E>>) &
  (E['files'] extends true ? { form?: FormData } : unknown) &
  ([SentQuery<E>] extends [undefined] ? unknown : { query?: SentQuery<E> }) & {
    signal?: AbortSignal | undefined;
    headers?: Readonly<Record<string, string>>;
  };

/** The options argument itself may be left out when the endpoint needs none. */
type CallArguments<E extends EndpointDefinition> =
  Record<never, never> extends CallOptions<E> ? [options?: CallOptions<E>] : [options: CallOptions<E>];

interface LooseOptions {
  params?: Record<string, string | number>;
  query?: Record<string, string | number | boolean | undefined>;
  body?: unknown;
  /** Files with their text fields; goes in place of the body. */
  form?: FormData;
  signal?: AbortSignal | undefined;
  headers?: Readonly<Record<string, string>>;
}

/** The request an endpoint value and its options make. */
export function toOutgoing(endpoint: EndpointDefinition, options: LooseOptions = {}): Outgoing {
  return {
    method: endpoint.method,
    auth: endpoint.auth,
    path: fillPath(endpoint.path, options.params) + toQuery(options.query),
    body: options.form ?? options.body,
    signal: options.signal,
    headers: options.headers ?? {},
  };
}

/** Calls an endpoint and answers its body, checked by the contract; throws a RequestError. */
export async function call<E extends EndpointDefinition>(
  endpoint: E,
  ...[options]: CallArguments<E>
): Promise<Answer<E>> {
  return await callChecked(endpoint, endpoint.response, options as LooseOptions | undefined);
}

/** As `call`, with a check in place of the contract's: to check all of a very large body takes noticeable time. */
export async function callChecked<E extends EndpointDefinition>(
  endpoint: E,
  check: z.ZodType | undefined,
  options?: LooseOptions,
): Promise<Answer<E>> {
  const response = await send(toOutgoing(endpoint, options));
  if (check === undefined) return undefined as Answer<E>;
  const body: unknown = await response.json().catch((cause) => {
    throw toRequestError(cause, options?.signal);
  });
  const parsed = check.safeParse(body);
  if (parsed.success) return parsed.data as Answer<E>;
  const requestId = response.headers.get('x-request-id') ?? undefined;
  throw new RequestError(response.status, 'UNREADABLE', say(errorTexts, 'unreadable'), {
    cause: parsed.error,
    requestId,
  });
}
