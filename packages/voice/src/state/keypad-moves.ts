import type { Draft } from './call-shape.ts';
import { addWords } from './caller-moves.ts';
import { change, changeCaller, emit, setTimer, stopTimers } from './draft.ts';
import { stopWaiting } from './rest.ts';

/** A pause this long completes a number. */
const keypadPauseMs = 2000;
const mostAtOnce = 32;
/** Maximum number of keys of one call; a flood of them triggers no more answers than that. */
const mostKeys = 320;
const endKey = '#';

/** Collects keys into one number: a pause, the hash key or its length completes it. */
export function pressKey(draft: Draft, digit: string): void {
  const { caller, stage } = draft.state;
  if (draft.rules.keypad.isOff) return;
  if (stage !== 'running' || !/^[0-9*#]$/.test(digit) || caller.keyCount >= mostKeys) return;
  stopWaiting(draft);
  change(draft, { quietSince: draft.at });
  changeCaller(draft, { keys: caller.keys + digit, keyCount: caller.keyCount + 1 });
  const { digitLimit = mostAtOnce, terminationKey = endKey, timeoutMs = keypadPauseMs } = draft.rules.keypad;
  const isWhole = digit === terminationKey || draft.state.caller.keys.length >= digitLimit;
  if (isWhole || draft.rules.isText) takeKeys(draft);
  else setTimer(draft, 'keypad', draft.at + timeoutMs);
}

/** Makes the pressed keys a turn. */
export function takeKeys(draft: Draft): void {
  const { keys } = draft.state.caller;
  if (keys === '') return;
  const { terminationKey = endKey } = draft.rules.keypad;
  const digits =
    terminationKey !== '' && keys.length > 1 && keys.endsWith(terminationKey) ? keys.slice(0, -1) : keys;
  stopTimers(draft, 'keypad');
  changeCaller(draft, { keys: '' });
  emit(draft, { type: 'keypad-press', digits, from: 'user' });
  addWords(draft, { text: `[DTMF] ${digits}`, how: 'pressed' });
}
