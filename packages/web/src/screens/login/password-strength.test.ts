import { expect, it } from 'vitest';
import { passwordStrength } from './password-strength.ts';

it('judges a password by its length, and by its variety', () => {
  expect(passwordStrength('')).toEqual({ bars: 0, word: null });
  expect(passwordStrength('abc')).toEqual({ bars: 1, word: 'tooShort' });
  expect(passwordStrength('aaaaaaaaaaaaaaaaaaaa')).toEqual({ bars: 1, word: 'weak' });
  expect(passwordStrength('garden12')).toEqual({ bars: 1, word: 'tooShort' });
  expect(passwordStrength('password1234')).toEqual({ bars: 1, word: 'weak' });
  expect(passwordStrength('garden-shed7')).toEqual({ bars: 2, word: 'fair' });
  expect(passwordStrength('garden-shed-77')).toEqual({ bars: 3, word: 'strong' });
  expect(passwordStrength('garden shed with vines')).toEqual({ bars: 4, word: 'veryStrong' });
});
