import { create } from 'zustand';
import { platformOf } from '../../../kit/lib/platform.ts';
import { isKeyActionId, type KeyActionId, keyAction, keyActions } from './key-actions.ts';
import { type Chord, isChord } from './key-chord.ts';

const storageKey = 'canvasKeys';
const mostKeys = 4;

/** Custom shortcuts by action; an empty list means no shortcut. */
type ChosenKeys = Readonly<Partial<Record<KeyActionId, readonly Chord[]>>>;

/** The action that already uses a shortcut. */
type KeyClash = KeyActionId | undefined;

const keysIn = (chosen: ChosenKeys, id: KeyActionId): readonly Chord[] => chosen[id] ?? keyAction(id).keys;

function ownerIn(chosen: ChosenKeys, chord: Chord): KeyActionId | undefined {
  return keyActions.find(({ id }) => keysIn(chosen, id).includes(chord))?.id;
}

/** Reads the stored shortcuts; invalid or conflicting ones are skipped. */
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

/** The custom shortcuts of this browser. */
export const useChosenKeys = create<{ chosen: ChosenKeys }>(() => ({ chosen: readStorage() }));

function keep(chosen: ChosenKeys): void {
  useChosenKeys.setState({ chosen });
  try {
    if (Object.keys(chosen).length === 0) localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, JSON.stringify(chosen));
  } catch {
    // Without storage they last only as long as the page.
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

/** Replaces the shortcuts of an action with one; returns the action that already uses it, and then changes nothing. */
export function rebindKey(id: KeyActionId, chord: Chord): KeyClash {
  return choose(id, [chord]);
}

/** Leaves an action without a key. */
export function unbindKey(id: KeyActionId): void {
  choose(id, []);
}

/** Resets an action to its default shortcuts; returns the action that uses one of them, and then changes nothing. */
export function resetKey(id: KeyActionId): KeyClash {
  return choose(id, keyAction(id).keys);
}

/** Resets all shortcuts. */
export function resetKeys(): void {
  keep({});
}

/** Whether Mac key names are used. */
export const isMacKeyboard = /^(macos|ios)$/.test(platformOf(navigator.userAgent) ?? '');
