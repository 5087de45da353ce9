/**
 * A key press as text: `Mod+Shift+Z`, `F2`, `?`. `Mod` is Ctrl, on a Mac the command key. A sign that is typed with
 * Shift on one keyboard and without on another stands for itself, so Shift is named for letters and named keys only.
 */
export type Chord = string;

type Press = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'> & {
  getModifierState?: (key: string) => boolean;
};

const modifiers = new Set(['Control', 'Meta', 'Alt', 'AltGraph', 'Shift', 'CapsLock', 'Fn', 'NumLock']);
const unusable = new Set(['Dead', 'Process', 'Unidentified', 'Compose']);
const chordPattern = /^(Mod\+)?(Alt\+)?(Shift\+)?([^\s]|[A-Z][A-Za-z]*\d{0,2})$/;
const keyCodePattern = /^Key([A-Z])$/;

function keyOf({ key, code }: Press): string {
  if (key === ' ') return 'Space';
  if (key.length > 1) return key;
  const upper = key.toUpperCase();
  if (/^[A-Z]$/.test(upper)) return upper;
  // On keyboards with other scripts, the position of the letter identifies the key.
  const place = /\p{L}/u.test(key) ? keyCodePattern.exec(code)?.[1] : undefined;
  return place ?? upper;
}

/** The chord of a key press; undefined for a modifier alone and for keys that type nothing by themselves. */
export function chordOf(press: Press): Chord | undefined {
  if (modifiers.has(press.key) || unusable.has(press.key)) return undefined;
  const key = keyOf(press);
  const isSign = key.length === 1 && !/^[A-Z]$/.test(key);
  // AltGr types a sign and reports Ctrl and Alt.
  const isTyped = press.getModifierState?.('AltGraph') === true && isSign;
  return [
    (press.ctrlKey || press.metaKey) && !isTyped && 'Mod',
    press.altKey && !isTyped && 'Alt',
    press.shiftKey && !isSign && 'Shift',
    key,
  ]
    .filter(Boolean)
    .join('+');
}

/** Whether a text is a chord; what a browser kept may be anything. */
export function isChord(text: unknown): text is Chord {
  return typeof text === 'string' && chordPattern.test(text);
}

const caps: Readonly<Record<string, string>> = {
  Mod: 'Ctrl',
  Delete: 'Del',
  Escape: 'Esc',
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Arrows: '← ↑ → ↓',
  '-': '−',
};
const macCaps: Readonly<Record<string, string>> = {
  Mod: '⌘',
  Alt: '⌥',
  Shift: '⇧',
  Enter: '↩',
  Backspace: '⌫',
  Delete: '⌦',
};

/** The caps of the keys a chord is pressed with, as they are printed on the keyboard. */
export function chordCaps(chord: Chord, isMac: boolean): string[] {
  // The plus sign itself ends in the sign that divides.
  const parts = chord.endsWith('+')
    ? [...chord.slice(0, -1).split('+').filter(Boolean), '+']
    : chord.split('+');
  return parts.map((part) => (isMac ? macCaps[part] : undefined) ?? caps[part] ?? part);
}
