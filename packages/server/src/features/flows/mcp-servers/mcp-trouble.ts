import { AppError } from '@tendril/contract/app-error';

const maxCharacters = 4000;

/** A server's failure, as a summary and in full. */
export function mcpTrouble(error: unknown): {
  code: 'TOOL_FAILED' | 'TOOL_TIMEOUT' | 'EGRESS_DENIED';
  message: string;
} {
  const denied = causes(error).find((one): one is AppError => one instanceof AppError);
  if (denied)
    return {
      code: denied.code === 'EGRESS_DENIED' ? 'EGRESS_DENIED' : 'TOOL_FAILED',
      message: denied.message,
    };
  if (isTimeout(error)) return { code: 'TOOL_TIMEOUT', message: 'The server did not answer in time.' };
  const status = statusOf(error);
  const reason =
    [...new Set(causes(error).map((one) => one.message))].filter(Boolean).join(': ') || String(error);
  if (status === 401 || status === 403)
    return {
      code: 'TOOL_FAILED',
      message: `The server refused the credentials (${status}). ${reason}`.slice(0, maxCharacters),
    };
  const words = reason.startsWith('fetch failed') ? `The server could not be reached. ${reason}` : reason;
  return { code: 'TOOL_FAILED', message: words.slice(0, maxCharacters) };
}

function causes(error: unknown): Error[] {
  const found: Error[] = [];
  let current = error;
  while (current instanceof Error && found.length < 5) {
    found.push(current);
    current = current.cause;
  }
  return found;
}

function isTimeout(error: unknown): boolean {
  return causes(error).some(
    (one) => one.name === 'TimeoutError' || ('code' in one && one.code === 'REQUEST_TIMEOUT'),
  );
}

function statusOf(error: unknown): number | undefined {
  const status = error instanceof Error && 'status' in error ? error.status : undefined;
  if (typeof status === 'number') return status;
  return error instanceof Error && error.name === 'UnauthorizedError' ? 401 : undefined;
}
