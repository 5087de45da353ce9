import type { AppError } from '@tendril/contract/app-error';

const codes: Readonly<Record<string, string>> = {
  UNAUTHORIZED: 'invalid_api_key',
  NOT_FOUND: 'model_not_found',
  TOO_MANY_REQUESTS: 'rate_limit_exceeded',
};

/** An error in OpenAI's format. */
export function openAiError({ code, message, status, details }: AppError): {
  error: Record<string, string | null>;
} {
  const type = status === 429 ? 'rate_limit_error' : status >= 500 ? 'server_error' : 'invalid_request_error';
  const param = details?.[0]?.path ?? null;
  return { error: { message, type, param, code: codes[code] ?? code.toLowerCase() } };
}
