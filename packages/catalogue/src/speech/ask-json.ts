import { AppError } from '@tendril/contract/app-error';
import { parseShallowJson } from '@tendril/contract/json/parse-shallow-json';
import { patientRequest } from './patient-request.ts';
import type { SpeechConnection } from './speech-connection.ts';

const patienceMs = 10_000;
/** A vendor works on what it is sent before it answers. */
const uploadPatienceMs = 120_000;
const mostBytes = 8 * 1024 * 1024;

/** Requests something from a speech vendor; with a body it is posted. Throws the vendor's errors, and PROVIDER_REFUSED for anything but JSON. */
export async function askJson(
  vendor: string,
  { key, fetch }: SpeechConnection,
  url: string,
  headers: Record<string, string>,
  signal: AbortSignal,
  body?: FormData,
): Promise<unknown> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const bytes of patientRequest({
    vendor,
    key,
    fetch,
    url,
    init: body ? { method: 'POST', headers, body } : { headers },
    signal,
    patienceMs: body ? uploadPatienceMs : patienceMs,
  })) {
    text += decoder.decode(bytes, { stream: true });
    if (text.length > mostBytes) throw new AppError('PROVIDER_REFUSED', `${vendor} returned too much data.`);
  }
  try {
    return parseShallowJson(text + decoder.decode());
  } catch (cause) {
    throw new AppError('PROVIDER_REFUSED', `${vendor} returned a response that could not be read.`, {
      cause,
    });
  }
}
