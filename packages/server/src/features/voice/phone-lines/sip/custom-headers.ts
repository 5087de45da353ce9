import { AppError } from '@tendril/contract/app-error';

const mostHeaders = 20;

/** Headers that a caller of the API may add to an INVITE: its own, never those that SIP is made of. Throws INVALID_INPUT. */
export function customHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  const entries = Object.entries(headers);
  const isWrong = ([name, value]: [string, string]) =>
    !/^(x-[a-z0-9-]{1,60}|user-to-user)$/i.test(name) || value.length > 1000 || /\p{Cc}/u.test(value);
  const wrong = entries.find(isWrong);
  if (wrong)
    throw new AppError('INVALID_INPUT', `${wrong[0]}: only X-… and User-to-User headers can be set.`);
  if (entries.length > mostHeaders) throw new AppError('INVALID_INPUT', 'Too many headers.');
  return Object.fromEntries(entries);
}
