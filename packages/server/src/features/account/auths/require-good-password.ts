import { AppError } from '@tendril/contract/app-error';
import {
  fewestPasswordCharacters,
  findPasswordFault,
  type PasswordFault,
} from '@tendril/contract/password-rule';

const sentences: Record<PasswordFault, string> = {
  short: `must have at least ${fewestPasswordCharacters} characters`,
  common: 'is one of the passwords that are tried first; take several words, or something longer',
  address: 'must not be your address',
};

/** Throws INVALID_INPUT at `path` for a new password that somebody would guess. */
export function requireGoodPassword(password: string, email: string, path: string): void {
  const fault = findPasswordFault(password, email);
  if (!fault) return;
  const message = sentences[fault];
  throw new AppError('INVALID_INPUT', `${path}: ${message}`, { details: [{ path, message }] });
}
