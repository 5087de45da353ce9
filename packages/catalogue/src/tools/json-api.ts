import type { RunContext } from '@tendril/contract/node/run-context';
import type { ZodType } from 'zod';
import { askServiceJson } from './ask-service.ts';
import { readAnswer } from './read-answer.ts';

interface ApiDeclaration {
  /** The vendor's name in sentences. */
  service: string;
  /** Without a slash at its end. */
  base: string;
  headers?: Readonly<Record<string, string>>;
  /** Values that no sentence may repeat. */
  secrets?: readonly string[];
  timeoutMs?: number;
  maxMegabytes?: number;
}

interface ApiRequest<T> {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  body?: unknown;
  /** Sent as it is. */
  content?: { type: string; text: string };
  query?: Readonly<Record<string, string | number | undefined>>;
  headers?: Readonly<Record<string, string>>;
  /** "Not found" is an empty answer, which is undefined. */
  mayBeMissing?: boolean;
  /** What the answer has to be; any other is one that cannot be read. */
  shape?: ZodType<T>;
}

export type JsonApi = <T = unknown>(
  path: string,
  request: ApiRequest<T>,
  context: Pick<RunContext, 'services' | 'signal'>,
) => Promise<T>;

function addressOf(base: string, path: string, query: ApiRequest<unknown>['query']): string {
  const url = new URL(`${base}${path}`);
  for (const [name, value] of Object.entries(query ?? {}))
    if (value !== undefined) url.searchParams.append(name, String(value));
  return url.href;
}

/** A vendor's API of JSON over HTTP. Its calls throw the errors of `askService`. */
export function jsonApi({ base, ...declared }: ApiDeclaration): JsonApi {
  return async <T>(
    path: string,
    request: ApiRequest<T>,
    context: Pick<RunContext, 'services' | 'signal'>,
  ) => {
    const { query, shape, headers, ...rest } = request;
    const url = addressOf(base, path, query);
    const answer = await askServiceJson(
      { ...declared, ...rest, url, headers: { ...declared.headers, ...headers } },
      context,
    );
    return shape ? readAnswer(shape, answer, declared.service, context) : (answer as T);
  };
}
