import { create } from 'zustand';
import { platformOf } from '../../../kit/lib/platform.ts';
import { isKeyActionId, type KeyActionId, keyAction, keyActions } from './key-actions.ts';
import { type Chord, isChord } from './key-chord.ts';

const storageKey = 'canvasKeys';
const mostKeys = 4;

/** Keys a person chose, by action; an empty list for an action that shall have none. */
type ChosenKeys = Readonly<Partial<Record<KeyActionId, readonly Chord[]>>>;

/** What keeps a key from an action: the action that has it. */
type KeyClash = KeyActionId | undefined;

const keysIn = (chosen: ChosenKeys, id: KeyActionId): readonly Chord[] => chosen[id] ?? keyAction(id).keys;

function ownerIn(chosen: ChosenKeys, chord: Chord): KeyActionId | undefined {
  return keyActions.find(({ id }) => keysIn(chosen, id).includes(chord))?.id;
}

/** Reads what a browser kept: whatever is no key, or clashes with another, is left out. */
export function readChosenKeys(text: string | null): ChosenKeys {
  let chosen: ChosenKeys = {};
  for (const [id, keys] of entriesOf(text)) {
    if (!isKeyActionId(id) || keyAction(id).isFixed || !Array.isArray(keys)) continue;
    const chords = [...new Set(keys)].filter(isChord).slice(0, mostKeys);
    if (chords.length < keys.length) continue;
    const others: ChosenKeys = { ...chosen, [id]: [] };
    if (chords.some((chord) => ownerIn(others, chord) !== undefined)) continue;
    chosen = { ...chosen, [id]: chords };
  }
  return chosen;
}

function entriesOf(text: string | null): [string, unknown][] {
  try {
    const kept: unknown = JSON.parse(text ?? '{}');
    return typeof kept === 'object' && kept !== null ? Object.entries(kept) : [];
  } catch {
    return [];
  }
}

function readStorage(): ChosenKeys {
  try {
    return readChosenKeys(localStorage.getItem(storageKey));
  } catch {
    return {};
  }
}

/** The keys this browser's person chose. */
export const useChosenKeys = create<{ chosen: ChosenKeys }>(() => ({ chosen: readStorage() }));

function keep(chosen: ChosenKeys): void {
  useChosenKeys.setState({ chosen });
  try {
    if (Object.keys(chosen).length === 0) localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, JSON.stringify(chosen));
  } catch {
    // Without storage they last as long as the page.
  }
}

/** The keys of an action now. */
export function keysOf(id: KeyActionId): readonly Chord[] {
  return keysIn(useChosenKeys.getState().chosen, id);
}

/** The action a chord does now. */
export function actionOf(chord: Chord): KeyActionId | undefined {
  return ownerIn(useChosenKeys.getState().chosen, chord);
}

/** Whether a key press does this action now. */
export function doesAction(chord: Chord | undefined, id: KeyActionId): boolean {
  return chord !== undefined && keysOf(id).includes(chord);
}

function choose(id: KeyActionId, keys: readonly Chord[]): KeyClash {
  const { chosen } = useChosenKeys.getState();
  const others: ChosenKeys = { ...chosen, [id]: [] };
  for (const chord of keys) {
    const owner = ownerIn(others, chord);
    if (owner) return owner;
  }
  const { [id]: _before, ...rest } = chosen;
  const isDefault = keys.join('\n') === keyAction(id).keys.join('\n');
  keep(isDefault ? rest : { ...rest, [id]: keys });
  return undefined;
}

/** Gives an action one key instead of those it had; answers the action that has it already, and changes nothing then. */
export function rebindKey(id: KeyActionId, chord: Chord): KeyClash {
  return choose(id, [chord]);
}

/** Leaves an action without a key. */
export function unbindKey(id: KeyActionId): void {
  choose(id, []);
}

/** Gives an action its own keys back; answers the action that took one of them, and changes nothing then. */
export function resetKey(id: KeyActionId): KeyClash {
  return choose(id, keyAction(id).keys);
}

/** Gives every action its own keys back. */
export function resetKeys(): void {
  keep({});
}

/** Whether keys are named as on a Mac. */
export const isMacKeyboard = /^(macos|ios)$/.test(platformOf(navigator.userAgent) ?? '');
