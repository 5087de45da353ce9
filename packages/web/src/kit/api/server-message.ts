import { errorTexts } from '../texts/en/errors.ts';
import { say } from '../texts/texts.ts';
import { RequestError } from './request-error.ts';

/** The server's own error message; undefined if there is none. */
export function serverMessage(thrown: unknown): string | undefined {
  if (!(thrown instanceof RequestError) || thrown.status === 0) return undefined;
  return thrown.message === say(errorTexts, 'noMessage', { status: thrown.status })
    ? undefined
    : thrown.message;
}
