import { AppError } from '@tendril/contract/app-error';

/** The revision that an `If-Match` header names: `7`, `"7"` or `W/"7"`. Throws INVALID_INPUT without one. */
export function readIfMatch(header: string | undefined): number {
  const match = /^\s*(?:W\/)?"?(\d{1,15})"?\s*$/.exec(header ?? '');
  if (match) return Number(match[1]);
  const message = 'must carry the revision the draft was made from, such as "3"';
  throw new AppError('INVALID_INPUT', `If-Match: ${message}`, {
    details: [{ path: 'headers.if-match', message }],
  });
}
