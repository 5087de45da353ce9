import { expect, it } from 'vitest';
import { endpointWaitMs, type TurnCues } from './turn-detector.ts';

it.each([
  [1, '', 300],
  [0, '', 1200],
  [0.52, 'I think', 732],
  [1, 'That is all.', 150],
  [1, '你好。', 150],
  [1, 'my number is', 1000],
  [1, 'My number is...', 1000],
  [1, 'it is 4 1 5', 1000],
  [1, 'five five five', 1000],
  [1, 'I would like um', 1000],
  [1, 'apples and', 1000],
  [1, 'the band', 300],
  [5, 'too much', 300],
  [-1, 'too little', 1200],
])('with responsiveness %f and the words "%s" it waits %i ms', (responsiveness, text, ms) => {
  expect(endpointWaitMs({ responsiveness, words: text, language: 'en-US' })).toBeCloseTo(ms, 6);
});

const waitFor = (words: string, more: Partial<TurnCues> = {}) =>
  Math.round(endpointWaitMs({ responsiveness: 0.5, words, language: 'en-US', ...more }));

it.each([
  ['meine Nummer ist', 'de-DE'],
  ['meine Nummer ist null eins sieben', 'de-DE'],
  ['mi número es', 'es-419'],
  ['cuatro uno cinco', 'es-ES'],
  ['番号は', 'ja-JP'],
  ['мой номер', 'multi'],
  ['ноль пять семь', 'ru-RU'],
  ['我的号码是', 'zh-CN'],
  ['一三八零零', 'zh-CN'],
  ['c’est le zéro six vingt', 'fr-FR'],
])('knows by the words "%s" in %s that more is coming', (words, language) => {
  expect(waitFor(words, { language })).toBe(1450);
});

it.each([
  ['j o h n', 1450],
  ['it is spelled M. E. Y.', 1450],
  ['john dot smith at', 1450],
  ['four one five', 1450],
  ['my code is 4', 1450],
  ['5', 1450],
  ['a table for two', 750],
  ['at 5', 750],
  ['plan a', 1450],
  ['415 555 0199', 750],
  ['four one five five five five oh one nine nine', 750],
])('waits for what is being dictated, and not for a whole number or an hour: "%s" %i ms', (words, ms) => {
  expect(waitFor(words)).toBe(ms);
});

it('hears in the voice whether a thought is over', () => {
  const by = (words: string) =>
    (['falling', 'level', 'rising', undefined] as const).map((intonation) => waitFor(words, { intonation }));
  expect(by('I would like to book a table')).toEqual([615, 750, 750, 750]);
  expect(by('I would like to book a table.')).toEqual([615, 750, 750, 375]);
  expect(by('Are you open on Sunday?')).toEqual([563, 600, 563, 375]);
  expect(by('my number is 5 5 5')).toEqual([950, 1450, 1450, 1450]);
  expect(by('and')).toEqual([1450, 1450, 1450, 1450]);
});

it('believes a recognizer that hears the end too, but not against the words', () => {
  expect(waitFor('I would like to book a table', { isEndSigned: true })).toBe(638);
  expect(waitFor('I would like to', { isEndSigned: true })).toBe(1450);
});

it('waits for a caller who pauses long, and never longer than a little', () => {
  expect(waitFor('I would like to book', { rhythmMs: 300, intonation: 'falling' })).toBe(615);
  expect(waitFor('I would like to book', { rhythmMs: 900, intonation: 'falling' })).toBe(1000);
  expect(waitFor('I would like to book', { rhythmMs: 2400 })).toBe(1050);
  expect(waitFor('I would like to book.', { rhythmMs: 2400 })).toBe(750);
});
