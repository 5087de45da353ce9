import { defineTexts } from '../texts.ts';

/** The fields of an account, and what is wrong with them. */
export const accountTexts = defineTexts('account', {
  name: 'Name',
  email: 'Email',
  password: 'Password',
  showPassword: 'Show {{field}}',
  hidePassword: 'Hide {{field}}',
  capsLock: 'Caps Lock is on.',
  checkFields: 'Check the highlighted fields.',
  needName: 'Enter your name.',
  needEmail: 'Enter an email address.',
  needPassword: 'Enter your password.',
  shortPassword: 'Use at least {{count}} characters.',
  commonPassword: 'Too easy to guess. Use several words, or something longer.',
  addressPassword: 'Choose a password other than your email address.',
});
