// For the types that it adds to requests.
import type {} from '@fastify/multipart';
import type { Body, EndpointDefinition, Params, Query } from '@tendril/contract/api/endpoint';
import { invalidInput } from '@tendril/contract/app-error';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CallerOf } from './caller.ts';
import { dropSignal } from './drop-signal.ts';
import { parseInput } from './parse-input.ts';

/** The argument of a handler: the caller, the parsed request, and the raw pair for rare cases. */
export interface RequestContext<E extends EndpointDefinition> {
  readonly caller: CallerOf<E['auth']>;
  readonly params: Params<E>;
  readonly query: Query<E>;
  /** Empty for a multipart form: whatever receives its files parses its fields. */
  readonly body: Body<E>;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** Aborts when the client drops the connection before the answer is complete. */
  readonly signal: AbortSignal;
}

/** Parses a request by its endpoint; the signal costs nothing until it is read. */
export function readContext<E extends EndpointDefinition>(
  endpoint: E,
  request: FastifyRequest,
  reply: FastifyReply,
): RequestContext<E> {
  let signal: AbortSignal | undefined;
  if (request.url.includes('%00')) refuseNul(request);
  return {
    caller: request.caller as CallerOf<E['auth']>,
    params: parseInput(endpoint.params, request.params, 'params') as Params<E>,
    query: parseInput(endpoint.query, request.query, 'query') as Query<E>,
    body: (endpoint.files && request.isMultipart()
      ? undefined
      : parseInput(endpoint.body, request.body)) as Body<E>,
    request,
    reply,
    get signal() {
      signal ??= dropSignal(reply);
      return signal;
    },
  };
}

// As in bodies: no id and no filter contains it, and PostgreSQL accepts no text with it.
function refuseNul({ params, query }: FastifyRequest): void {
  for (const [where, part] of Object.entries({ params, query }))
    for (const [name, value] of Object.entries((part ?? {}) as Record<string, unknown>))
      if ([value].flat().some((one) => typeof one === 'string' && one.includes('\0')))
        throw invalidInput([{ path: [name], message: 'must not contain the character NUL' }], where);
}
