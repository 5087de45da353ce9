import { AppError, type ErrorCode } from '@tendril/contract/app-error';
import { parseShallowJson } from '@tendril/contract/json/parse-shallow-json';

/** The settings of one provider as stored with a flow. */
export type SpeechSettings = Readonly<Record<string, unknown>>;

/** A setting as text; empty where it is not set. */
export function textOf(settings: SpeechSettings, name: string): string {
  const value = settings[name];
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
}

/** The address of a server without a trailing slash. Throws INVALID_INPUT unless it is a web address. */
export function addressOf(settings: SpeechSettings, fallback: string): string {
  const given = textOf(settings, 'baseUrl') || fallback;
  const address = URL.parse(given);
  if (address && /^https?:$/.test(address.protocol)) return given.replace(/(?<!\/)\/+$/, '');
  throw new AppError('INVALID_INPUT', `The address of the speech service is not valid: ${given}`);
}

const codes: Readonly<Record<number, ErrorCode>> = {
  401: 'PROVIDER_UNAUTHORIZED',
  403: 'PROVIDER_UNAUTHORIZED',
  429: 'PROVIDER_RATE_LIMITED',
};

/** Returns a successful response. Throws the error of another in the vendor's words. */
export async function requireAnswer(vendor: string, response: Response): Promise<Response> {
  if (response.ok) return response;
  const text = await response.text().catch(() => '');
  const code =
    codes[response.status] ?? (response.status >= 500 ? 'PROVIDER_UNAVAILABLE' : 'PROVIDER_REFUSED');
  throw new AppError(code, `${vendor}: ${vendorMessage(text) || `answered ${response.status}`}`);
}

/** Turns a broken connection into an error that names the vendor. */
export function unreachable(vendor: string, error: unknown): unknown {
  if (error instanceof AppError || (error as { name?: string }).name === 'AbortError') return error;
  const { code } = error as { code?: string };
  if (code === 'EGRESS_DENIED')
    return new AppError('EGRESS_DENIED', `${vendor}: this address may not be reached from here.`);
  return new AppError('PROVIDER_UNAVAILABLE', `${vendor} could not be reached.`, { cause: error });
}

function vendorMessage(text: string): string {
  try {
    const body = parseShallowJson(text) as Record<string, unknown>;
    for (const place of [body['error'], body['detail'], body]) {
      if (typeof place === 'string') return place.slice(0, 300);
      const message = (place as { message?: unknown } | null | undefined)?.message;
      if (typeof message === 'string') return message.slice(0, 300);
    }
  } catch {}
  return '';
}
