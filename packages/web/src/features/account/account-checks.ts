import { fewestPasswordCharacters, findPasswordFault } from '@tendril/contract/password-rule';
import { accountTexts } from '../../kit/texts/en/account.ts';
import { say } from '../../kit/texts/texts.ts';

const faults = { short: 'shortPassword', common: 'commonPassword', address: 'addressPassword' } as const;

/** What is wrong with a field of an account, in words; nothing when it may be sent. */
export const accountChecks = {
  name: (name: string) => (name.trim() === '' ? say(accountTexts, 'needName') : undefined),

  email: (email: string) => (/^\S+@\S+$/.test(email.trim()) ? undefined : say(accountTexts, 'needEmail')),

  password: (password: string) => (password === '' ? say(accountTexts, 'needPassword') : undefined),

  newPassword(password: string, email: string | undefined) {
    const fault = findPasswordFault(password, email);
    return fault ? say(accountTexts, faults[fault], { count: fewestPasswordCharacters }) : undefined;
  },
};
