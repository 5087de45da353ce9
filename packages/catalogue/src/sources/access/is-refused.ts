import { AppError } from '@tendril/contract/app-error';

const refusals: ReadonlySet<string> = new Set(['PROVIDER_UNAUTHORIZED', 'PROVIDER_REFUSED', 'NOT_FOUND']);

/** Whether a source does not say something to this account at all; anything else only failed now. */
export function isRefused(error: unknown): boolean {
  return error instanceof AppError && refusals.has(error.code);
}

/** Nothing where a source does not say it to this account. */
export async function unlessRefused<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (isRefused(error)) return undefined;
    throw error;
  }
}
