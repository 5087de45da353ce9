import { expect, it } from 'vitest';
import { markText, markWords, wordsToMark } from './mark-words.ts';

const shown = (parts: { text: string; isMarked: boolean }[]) =>
  parts.map(({ text, isMarked }) => (isMarked ? `[${text}]` : text)).join('');

it('the significant words of a question are marked in what was found, in any case and form they begin', () => {
  const words = wordsToMark('How long is the guarantee on a repair?');
  expect(words).toEqual(['long', 'guarantee', 'repair']);
  expect(shown(markWords('Guarantee: every repair, all REPAIRS. Along.', words))).toBe(
    '[Guarantee]: every [repair], all [REPAIRS]. Along.',
  );
});

it('a question of common words only is marked by them', () => {
  expect(wordsToMark('Who is it?')).toEqual(['who', 'is', 'it']);
  expect(shown(markWords('It is he.', ['it']))).toBe('[It] is he.');
});

it('no text is lost in marking', () => {
  const text = 'Grüße, 12 Räder — 東京\n\nEnde';
  for (const words of [[], ['räder'], wordsToMark(text)]) {
    expect(
      markWords(text, words)
        .map((part) => part.text)
        .join(''),
    ).toBe(text);
  }
  expect(
    markText(text, 'räd')
      .map((part) => part.text)
      .join(''),
  ).toBe(text);
});

it('a search marks exactly what was typed', () => {
  expect(shown(markText('Open on Monday, one', 'ON'))).toBe('Open [on] M[on]day, [on]e');
  expect(shown(markText('İstanbul', 'stan'))).toBe('İstanbul');
});
