import { AppError } from '@tendril/contract/app-error';
import type { RequestPatience } from '@tendril/contract/node/run-context';

/** The failure of a request whose own patience has ended, in words; undefined for any other. */
export function lateAnswer(
  error: Error & { code?: unknown },
  host: string,
  { firstByteMs, silenceMs }: RequestPatience,
): AppError | undefined {
  if (error.code === 'UND_ERR_HEADERS_TIMEOUT')
    return new AppError('TOOL_TIMEOUT', `${host} did not answer within ${firstByteMs / 1000} s.`, {
      cause: error,
    });
  if (error.code === 'UND_ERR_BODY_TIMEOUT')
    return new AppError(
      'TOOL_TIMEOUT',
      `${host} stopped in the middle of its answer for ${silenceMs / 1000} s.`,
      {
        cause: error,
      },
    );
  return undefined;
}
