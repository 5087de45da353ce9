import type { RunContext } from '@tendril/contract/node/run-context';
import { toModelError } from '../model/vendor-error.ts';
import { type ServiceTerms, serviceExchange } from './service-exchange.ts';

export interface ServiceRequest extends ServiceTerms {
  url: string | URL;
  method?: string | undefined;
  headers?: Readonly<Record<string, string>> | undefined;
  /** Sent as JSON. */
  body?: unknown;
  /** Sent as a form. */
  form?: URLSearchParams | undefined;
  /** Sent as it is. */
  content?: { type: string; text: string } | undefined;
}

function initOf({ method, headers, body, form, content }: ServiceRequest): RequestInit {
  const isJson = body !== undefined;
  const type = isJson ? 'application/json' : content?.type;
  const kind = type === undefined ? undefined : { 'content-type': type };
  return {
    method: method ?? (isJson || form || content ? 'POST' : 'GET'),
    headers: new Headers({ accept: 'application/json', ...kind, ...headers }),
    ...(isJson && { body: JSON.stringify(body) }),
    ...(form && { body: form }),
    ...(content && { body: content.text }),
  };
}

/**
 * Asks a vendor for a tool and returns its answer's text; '' for one that may be missing and is. Throws the errors of
 * `serviceExchange`.
 */
export async function askService(
  request: ServiceRequest,
  context: Pick<RunContext, 'services' | 'signal'>,
): Promise<string> {
  const { status, text } = await serviceExchange(request.url, initOf(request), request, context);
  return status === 404 ? '' : text;
}

/** The same for an answer in JSON; undefined for an empty one. */
export async function askServiceJson(
  request: ServiceRequest,
  context: Pick<RunContext, 'services' | 'signal'>,
): Promise<unknown> {
  const text = await askService(request, context);
  if (text.trim() === '') return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw toModelError(error, request.service, context.signal);
  }
}
