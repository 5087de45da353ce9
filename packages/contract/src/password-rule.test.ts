import { expect, it } from 'vitest';
import { findPasswordFault } from './password-rule.ts';

const address = 'ada.owner@example.com';

it.each(['', 'password', '12345678', 'Tr0ub4dor&3', 'elevenchars'])('%j is too short', (password) => {
  expect(findPasswordFault(password, address)).toBe('short');
});

it.each([
  '123456789012',
  '098765432109',
  'aaaaaaaaaaaaaaaa',
  'abcabcabcabcabc',
  'abcdefghijklmnop',
  'qwertyuiop123',
  '1qaz2wsx3edc',
  'qwerty123456',
  'password1234',
  'PasswordPassword',
  'P@ssw0rd2024!',
  'Password!Password!',
  'welcome-admin-2026',
  'iloveyou12345',
  'Summer2026!!!',
  'letmein letmein',
  '20261122 0512',
])('%j is tried first', (password) => {
  expect(findPasswordFault(password, address)).toBe('common');
});

it.each([
  'ada.owner@example.com',
  'ADA.OWNER@example.com1',
  'adaowner1234',
  'Ada-Owner-2026',
  '12ada.owner34!',
])('%j is the address', (password) => {
  expect(findPasswordFault(password, address)).toBe('address');
});

it.each([
  'correct horse battery',
  'a guest of the house',
  'the river is warm in may',
  'fX9#kq2LmZ0!',
  'пароль от дома моего',
  '83920174659320184',
  'my summer in Lisbon',
])('%j may be taken', (password) => {
  expect(findPasswordFault(password, address)).toBeUndefined();
});
