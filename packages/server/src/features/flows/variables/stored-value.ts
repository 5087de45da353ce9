import type { Bit } from '../../../platform/db/column.ts';

/** The value that a person wants to store. */
export interface StoredValue {
  type: 'static' | 'runtime';
  isSecret: boolean;
  value: string;
}

/** A value as its row stores it: sealed when it is secret, and only what the environment does not hold anyway. */
export function storedValue(
  { type, isSecret, value }: StoredValue,
  seal: (text: string) => string,
): { value: string; isSecret: Bit; sealedValue: string | null } {
  if (!isSecret) return { value, isSecret: 0, sealedValue: null };
  return { value: '', isSecret: 1, sealedValue: type === 'runtime' ? null : seal(value) };
}
