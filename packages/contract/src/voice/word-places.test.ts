import { describe, expect, it } from 'vitest';
import { placeWords, type TimedWord, wordsAt } from './word-places.ts';

const timed = (...names: string[]): TimedWord[] =>
  names.map((text, index) => ({ text, startMs: index * 500, endMs: index * 500 + 400 }));
const placed = (text: string, words: readonly TimedWord[]) =>
  placeWords(text, words)?.map(
    ({ from, to, startMs, endMs, isStated }) =>
      `${text.slice(from, to)} ${startMs}-${endMs}${isStated ? '' : '?'}`,
  );

describe('words in their text', () => {
  it('take the marks that touch them, and each its own time', () => {
    expect(placed('Well, “two” tickets.', timed('well', 'two', 'tickets'))).toEqual([
      'Well, 0-400',
      '“two” 500-900',
      'tickets. 1000-1400',
    ]);
    expect(placed('¿Qué hora es?', timed('qué', 'hora', 'es'))).toEqual([
      '¿Qué 0-400',
      'hora 500-900',
      'es? 1000-1400',
    ]);
  });

  it('a figure that was read out lies between its neighbours, and is not passed off as stated', () => {
    expect(placed('Room 42 is free', timed('room', 'forty', 'two', 'is', 'free'))).toEqual([
      'Room 0-400',
      '42 400-1500?',
      'is 1500-1900',
      'free 2000-2400',
    ]);
  });

  it('are found in scripts that write no spaces', () => {
    expect(placed('明日、二枚ください。', timed('明日', '二枚', 'ください'))).toEqual([
      '明日、 0-400',
      '二枚 500-900',
      'ください。 1000-1400',
    ]);
  });

  it('a word that comes twice is taken once each time', () => {
    expect(placed('no no yes', timed('no', 'no', 'yes'))).toEqual([
      'no 0-400',
      'no 500-900',
      'yes 1000-1400',
    ]);
  });

  it('are none where the times belong to another text', () => {
    expect(placeWords('Good morning', timed('zwei', 'karten', 'bitte'))).toBeUndefined();
    expect(placeWords('Good morning', [])).toBeUndefined();
  });
});

it('the words of an event count back from it', () => {
  expect(wordsAt(2000, [{ text: 'yes', agoMs: { from: 700, to: 300 } }])).toEqual([
    { text: 'yes', startMs: 1300, endMs: 1700 },
  ]);
});
