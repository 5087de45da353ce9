import type { AssistantPhoneNumber } from '@tendril/contract/api/phone-numbers';
import { type PhoneNumber, readPhoneNumber } from '@tendril/contract/voice/phone-number';
import { create } from 'zustand';

/** Edits of a number that were not saved, in the form that is drawn. */
export type NumberEdits = Partial<Omit<PhoneNumber, 'id'>>;
export type EditedField = keyof NumberEdits;

/** By number: choosing another number, or closing the detail, loses nothing. */
export const useNumberEdits = create<Readonly<Record<string, NumberEdits>>>(() => ({}));

const isSame = (left: unknown, right: unknown) => JSON.stringify(left) === JSON.stringify(right);

/** Keeps edits; one that is what is stored is none. */
export function editNumber(record: AssistantPhoneNumber, edits: NumberEdits): void {
  const stored = readPhoneNumber(record);
  useNumberEdits.setState((state) => {
    const all = { ...state[record.id], ...edits };
    const kept = Object.entries(all).filter(([name, value]) => !isSame(value, stored[name as EditedField]));
    return { [record.id]: Object.fromEntries(kept) as NumberEdits };
  });
}

/** Forgets edits that were saved, or are not wanted; one that was changed again since stays. */
export function forgetEdits(id: string, given: NumberEdits): void {
  useNumberEdits.setState((state) => {
    const kept = Object.entries(state[id] ?? {}).filter(([name, value]) => {
      const field = name as EditedField;
      return !(field in given) || given[field] !== value;
    });
    return { [id]: Object.fromEntries(kept) as NumberEdits };
  });
}

/** The ids of numbers with edits. */
export function editedNumbers(state: Readonly<Record<string, NumberEdits>>): string[] {
  return Object.keys(state).filter((id) => Object.keys(state[id] ?? {}).length > 0);
}

/** What is sent for edits: of the connection, also what nobody here knows of it. */
export function toChanges(record: AssistantPhoneNumber, edits: NumberEdits): Record<string, unknown> {
  const { connection, ...rest } = edits;
  if (!connection) return rest;
  const stored = record['connection'];
  const known = typeof stored === 'object' && stored !== null ? stored : {};
  return { ...rest, connection: { ...known, ...connection } };
}
