import { AppError } from '@tendril/contract/app-error';

/** The error for an unreadable file: says which file, and why. */
export function fileFailure(name: string, why: string, cause?: unknown): AppError {
  return new AppError('NODE_FAILED', `"${name}": ${why}`, cause === undefined ? {} : { cause });
}
