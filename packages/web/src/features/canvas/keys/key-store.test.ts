import { beforeEach, describe, expect, it } from 'vitest';
import { chordCaps, chordOf } from './key-chord.ts';
import {
  actionOf,
  keysOf,
  readChosenKeys,
  rebindKey,
  resetKey,
  resetKeys,
  unbindKey,
  useChosenKeys,
} from './key-store.ts';

const press = (key: string, held: Partial<KeyboardEvent> = {}) =>
  chordOf({ key, code: '', ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...held });

beforeEach(() => {
  localStorage.clear();
  resetKeys();
});

describe('chords', () => {
  it('names letters with their modifiers, and signs without Shift', () => {
    expect(press('Z', { ctrlKey: true, shiftKey: true })).toBe('Mod+Shift+Z');
    expect(press('z', { metaKey: true })).toBe('Mod+Z');
    expect(press('?', { shiftKey: true })).toBe('?');
    expect(press(' ')).toBe('Space');
    expect(press('Tab', { shiftKey: true })).toBe('Shift+Tab');
    expect(press('Shift', { shiftKey: true })).toBeUndefined();
    expect(press('Dead')).toBeUndefined();
  });

  it('takes a letter of another script by its place, and a sign typed with AltGr for the sign', () => {
    expect(press('я', { code: 'KeyZ', ctrlKey: true })).toBe('Mod+Z');
    const altGr = { ctrlKey: true, altKey: true, getModifierState: (key: string) => key === 'AltGraph' };
    expect(press('/', altGr)).toBe('/');
  });

  it('prints the command key on a Mac and Ctrl elsewhere', () => {
    expect(chordCaps('Mod+Shift+Z', true)).toEqual(['⌘', '⇧', 'Z']);
    expect(chordCaps('Mod+Shift+Z', false)).toEqual(['Ctrl', 'Shift', 'Z']);
    expect(chordCaps('Mod++', false)).toEqual(['Ctrl', '+']);
    expect(chordCaps('+', false)).toEqual(['+']);
  });
});

describe('choosing keys', () => {
  it('a chosen key replaces the action’s own and is kept', () => {
    expect(rebindKey('duplicate', 'Mod+J')).toBeUndefined();
    expect(actionOf('Mod+J')).toBe('duplicate');
    expect(actionOf('Mod+D')).toBeUndefined();
    expect(readChosenKeys(localStorage.getItem('canvasKeys'))).toEqual({ duplicate: ['Mod+J'] });
  });

  it('a key that another action has is refused with that action, also a fixed one', () => {
    expect(rebindKey('duplicate', 'Mod+Z')).toBe('undo');
    expect(rebindKey('duplicate', 'Mod+V')).toBe('paste');
    expect(keysOf('duplicate')).toEqual(['Mod+D']);
  });

  it('an action gets its own key back unless another has taken it meanwhile', () => {
    unbindKey('disable');
    expect(keysOf('disable')).toEqual([]);
    expect(rebindKey('pin', 'D')).toBeUndefined();
    expect(resetKey('disable')).toBe('pin');
    expect(resetKey('pin')).toBeUndefined();
    expect(resetKey('disable')).toBeUndefined();
    expect(actionOf('D')).toBe('disable');
    expect(localStorage.getItem('canvasKeys')).toBeNull();
  });
});

describe('what a browser kept', () => {
  it.each([
    '',
    'not json',
    'null',
    '7',
    '[]',
    '{"undo":7}',
    '{"nothing":["Q"]}',
    '{"paste":["Q"]}',
    '{"undo":[{}]}',
  ])('junk changes no key: %s', (text) => {
    expect(readChosenKeys(text)).toEqual({});
  });

  it('keeps what is sound beside junk, and drops what clashes', () => {
    const kept = {
      pin: ['Q'],
      disable: ['Q'],
      find: ['Mod+Z'],
      outline: ['two words'],
      fit: ['F4', 'F4'],
      undo: [],
    };
    expect(readChosenKeys(JSON.stringify(kept))).toEqual({ pin: ['Q'], undo: [] });
    expect(useChosenKeys.getState().chosen).toEqual({});
  });
});
