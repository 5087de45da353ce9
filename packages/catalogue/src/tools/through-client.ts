import { AppError } from '@tendril/contract/app-error';
import type { RunContext } from '@tendril/contract/node/run-context';
import { toModelError } from '../model/vendor-error.ts';
import { type ServiceTerms, serviceExchange, withoutSecrets } from './service-exchange.ts';

/** The `fetch` that a vendor's own client gets. */
export type ClientFetch = typeof globalThis.fetch;

/** What of an answer's form was undone when it was read. */
const transportHeaders = ['content-encoding', 'content-length', 'transfer-encoding'];

/** A client's own words for what it got are not shown: they differ from vendor to vendor, and may repeat a key. */
function inWords(error: unknown, isAnswered: boolean, service: string, signal: AbortSignal): AppError {
  const known = toModelError(error, service, signal);
  if (!isAnswered || error instanceof AppError || known.code === 'RUN_CANCELLED') return known;
  return new AppError('PROVIDER_UNAVAILABLE', `${service} returned a response that could not be read.`);
}

/**
 * Lets a vendor's own client work with a `fetch` of ours, which has the limits, the words and the end of `askService`:
 * what it refused is thrown, whatever the client makes of it. Clients must not try again by themselves.
 */
export async function throughClient<T>(
  terms: ServiceTerms,
  context: Pick<RunContext, 'services' | 'signal'>,
  act: (fetch: ClientFetch) => PromiseLike<T>,
): Promise<T> {
  const { service, secrets } = terms;
  let failure: unknown;
  let isAnswered = false;
  const send: ClientFetch = async (input, init = {}) => {
    try {
      const answer = await serviceExchange(input, init, terms, context);
      isAnswered = true;
      const headers = new Headers(answer.headers);
      for (const name of transportHeaders) headers.delete(name);
      return new Response(answer.text === '' ? null : answer.text, { status: answer.status, headers });
    } catch (error) {
      failure ??= error;
      // Another one: some clients note requests, with what they carry, in the error that they get.
      throw new Error(`${service} gave no answer.`);
    }
  };
  const outcome = await Promise.resolve()
    .then(() => act(send))
    .catch((error: unknown) => {
      throw failure ?? withoutSecrets(inWords(error, isAnswered, service, context.signal), secrets);
    });
  if (failure) throw failure;
  return outcome;
}
