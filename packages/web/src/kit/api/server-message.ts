import { errorTexts } from '../texts/en/errors.ts';
import { say } from '../texts/texts.ts';
import { RequestError } from './request-error.ts';

/** What the server itself said of a failure; nothing when it did not answer, or without words. */
export function serverMessage(thrown: unknown): string | undefined {
  if (!(thrown instanceof RequestError) || thrown.status === 0) return undefined;
  return thrown.message === say(errorTexts, 'noMessage', { status: thrown.status })
    ? undefined
    : thrown.message;
}
