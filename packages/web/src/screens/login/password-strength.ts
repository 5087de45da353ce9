import { findPasswordFault } from '@tendril/contract/password-rule';

/** How strong a password is: bars of four and the key of its word. */
interface PasswordStrength {
  bars: 0 | 1 | 2 | 3 | 4;
  word: 'tooShort' | 'weak' | 'fair' | 'strong' | 'veryStrong' | null;
}

/** Judges by length first: length is what makes guessing slow; one that is tried first is weak. */
export function passwordStrength(password: string): PasswordStrength {
  const characters = [...password];
  if (characters.length === 0) return { bars: 0, word: null };
  const fault = findPasswordFault(password);
  if (fault === 'short') return { bars: 1, word: 'tooShort' };
  if (fault) return { bars: 1, word: 'weak' };
  if (characters.length < 14) return { bars: 2, word: 'fair' };
  if (characters.length < 16) return { bars: 3, word: 'strong' };
  return { bars: 4, word: 'veryStrong' };
}
