import type { PhoneConnection } from '@tendril/contract/voice/phone-number';
import type { CardForm } from './use-card.ts';

/** Changes parts of a number's connection. */
export function connectionEdit({ number, edit }: CardForm) {
  return (changes: Partial<PhoneConnection>) => edit({ connection: { ...number.connection, ...changes } });
}
