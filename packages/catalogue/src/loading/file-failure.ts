import { AppError } from '@tendril/contract/app-error';

/** The refusal of a file that cannot be read: says which file, and why. */
export function fileFailure(name: string, why: string, cause?: unknown): AppError {
  return new AppError('NODE_FAILED', `"${name}": ${why}`, cause === undefined ? {} : { cause });
}
