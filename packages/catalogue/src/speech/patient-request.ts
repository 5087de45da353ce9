import { AppError } from '@tendril/contract/app-error';
import type { FetchFunction } from '@tendril/contract/node/run-context';
import { brokenConnection, refusalOf } from './vendor-refusal.ts';

/** One request to a speech vendor. */
export interface VendorRequest {
  /** Its name for people. */
  vendor: string;
  key: string;
  fetch: FetchFunction;
  url: string;
  init: RequestInit;
  signal: AbortSignal;
  /** Longest silence of the vendor, before its response and within it. */
  patienceMs: number;
}

/**
 * The bytes of a response as they arrive. Aborting, or leaving the loop early, ends the request down to its socket.
 * Throws the signal's reason, the vendor's errors, and PROVIDER_UNAVAILABLE when it falls silent.
 */
export async function* patientRequest(request: VendorRequest): AsyncGenerator<Uint8Array> {
  const { vendor, key, fetch, url, init, signal, patienceMs } = request;
  signal.throwIfAborted();
  const ending = new AbortController();
  const late = new AppError('PROVIDER_UNAVAILABLE', `${vendor} did not respond in time.`);
  const startTimer = () => setTimeout(() => ending.abort(late), patienceMs);
  let timer = startTimer();
  try {
    const response = await fetch(url, { ...init, signal: AbortSignal.any([signal, ending.signal]) });
    if (!response.ok) throw await refusalOf(vendor, response, key);
    for await (const bytes of response.body ?? []) {
      clearTimeout(timer);
      yield bytes as Uint8Array;
      timer = startTimer();
    }
  } catch (error) {
    signal.throwIfAborted();
    throw brokenConnection(vendor, ending.signal.aborted ? late : error);
  } finally {
    clearTimeout(timer);
    ending.abort();
  }
}
