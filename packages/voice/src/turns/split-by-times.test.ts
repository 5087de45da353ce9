import { describe, expect, it } from 'vitest';
import { splitByTimes } from './split-by-times.ts';

const words = (...texts: string[]) =>
  texts.map((text, index) => ({ text, startMs: index * 500, endMs: index * 500 + 400 }));

describe('what was heard by the times of the words', () => {
  const text = 'Your order, Mrs. Smith, arrives on Friday.';
  const times = words('Your', 'order', 'Mrs', 'Smith', 'arrives', 'on', 'Friday');

  it('is every word that had ended, with the marks behind it', () => {
    expect(splitByTimes(text, times, 1950)).toEqual({
      heard: 'Your order, Mrs. Smith, ',
      unsaid: 'arrives on Friday.',
    });
    expect(splitByTimes(text, times, 100)).toEqual({ heard: '', unsaid: text });
  });

  it('is not known behind the last word whose time is known, nor by times of another text', () => {
    expect(splitByTimes(text, times.slice(0, 3), 5000)).toBeUndefined();
    expect(
      splitByTimes('It costs 1,250 dollars', words('es', 'kostet', 'zwölf', 'hundert'), 900),
    ).toBeUndefined();
    expect(splitByTimes(text, [], 100)).toBeUndefined();
  });
});
