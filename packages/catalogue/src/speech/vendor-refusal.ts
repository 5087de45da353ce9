import { AppError, type ErrorCode } from '@tendril/contract/app-error';
import { parseShallowJson } from '@tendril/contract/json/parse-shallow-json';

const codes: Readonly<Record<number, ErrorCode>> = {
  401: 'PROVIDER_UNAUTHORIZED',
  403: 'PROVIDER_UNAUTHORIZED',
  429: 'PROVIDER_RATE_LIMITED',
};
const longestMessage = 300;

/** A refused request in the vendor's words, never with the key. */
export async function refusalOf(vendor: string, response: Response, key: string): Promise<AppError> {
  const text = await response.text().catch(() => '');
  const code =
    codes[response.status] ?? (response.status >= 500 ? 'PROVIDER_UNAVAILABLE' : 'PROVIDER_REFUSED');
  const said = messageIn(text).replaceAll(key || '\0', '…');
  return new AppError(code, `${vendor}: ${said || `answered ${response.status}`}`);
}

/** A broken connection as an error that names the vendor; the vendor's own errors stay as they are. */
export function brokenConnection(vendor: string, error: unknown): AppError {
  if (!(error instanceof AppError))
    return new AppError('PROVIDER_UNAVAILABLE', `${vendor} could not be reached.`, { cause: error });
  if (error.message.startsWith(vendor)) return error;
  return new AppError(error.code, `${vendor}: ${error.message}`, { cause: error });
}

function messageIn(text: string): string {
  const body = parsed(text);
  const places = ['error', 'detail', 'err_msg', 'error_message', 'message'];
  for (const place of [...places.map((name) => body[name]), body]) {
    if (typeof place === 'string') return place.slice(0, longestMessage);
    const message = (place as { message?: unknown } | null | undefined)?.message;
    if (typeof message === 'string') return message.slice(0, longestMessage);
  }
  return '';
}

function parsed(text: string): Record<string, unknown> {
  try {
    const body: unknown = parseShallowJson(text);
    return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
