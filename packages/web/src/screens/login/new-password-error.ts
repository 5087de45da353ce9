import { fewestPasswordCharacters, findPasswordFault } from '@tendril/contract/password-rule';
import { loginTexts } from '../../kit/texts/en/login.ts';
import { say } from '../../kit/texts/texts.ts';
import type { FormErrors } from './use-auth-form.ts';

const texts = { short: 'shortPassword', common: 'commonPassword', address: 'addressPassword' } as const;

/** What is wrong with a new password, in words; nothing when it may be taken. */
export function newPasswordError(password: string, email: string): Pick<FormErrors, 'password'> {
  const fault = findPasswordFault(password, email);
  return fault ? { password: say(loginTexts, texts[fault], { count: fewestPasswordCharacters }) } : {};
}
