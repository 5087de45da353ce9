import type { Holder } from '../db/column.ts';
import type { Caller } from './caller.ts';

/** What ends what this caller opens; undefined for an anonymous one, and on routes that identify nobody. */
export function holderOf(caller: Caller | null | undefined): Holder | undefined {
  if (caller?.kind === 'user') return `session:${caller.familyId}`;
  return caller?.kind === 'apiKey' ? `key:${caller.keyId}` : undefined;
}
