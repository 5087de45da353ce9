import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { SentenceCutter } from './sentences.ts';

function cut(text: string, size = 3): string[] {
  const cutter = new SentenceCutter();
  const pieces: string[] = [];
  for (let at = 0; at < text.length; at += size) pieces.push(...cutter.push(text.slice(at, at + size)));
  return [...pieces, ...cutter.flush()];
}

it('cuts at the ends of sentences in every script', () => {
  expect(cut('Hello there. How are you? Fine!')).toEqual(['Hello there. ', 'How are you? ', 'Fine!']);
  expect(cut('你好。今天怎么样？很好')).toEqual(['你好。', '今天怎么样？', '很好']);
  expect(cut('नमस्ते। आप कैसे हैं')).toEqual(['नमस्ते। ', 'आप कैसे हैं']);
  expect(cut('هل أنت هناك؟ نعم')).toEqual(['هل أنت هناك؟', ' نعم']);
});

it.each([
  ['Dr. Smith and Mrs. Jones came.', 1],
  ['It costs 3.50 dollars, i.e. not much.', 2],
  ['Ask for J. Smith at 9 a.m. sharp.', 1],
  ['Our site is example.com today.', 1],
  ['He said "Stop." Then he left.', 2],
  ['Wait... what? Yes.', 3],
  ['1. First point', 1],
])('%s is %i pieces', (text, count) => {
  expect(cut(text).filter((piece) => piece.trim() !== '')).toHaveLength(count);
});

it('lets the first piece end at a comma, so that the voice begins early, but not the next ones', () => {
  expect(cut('Thank you for calling us, I can help with that, and with more.')).toEqual([
    'Thank you for calling us, ',
    'I can help with that, and with more.',
  ]);
  expect(cut('Yes, I can.')).toEqual(['Yes, I can.']);
});

it('cuts a text that never ends a sentence', () => {
  const pieces = cut('word '.repeat(200), 7);
  expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(300);
  expect(cut('x'.repeat(1000)).every(({ length }) => length <= 283)).toBe(true);
});

it('loses no letter, however the deltas fall', () => {
  void fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', maxLength: 400 }),
      fc.integer({ min: 1, max: 20 }),
      (text, size) => {
        expect(cut(text, size).join('')).toBe(text);
      },
    ),
  );
  void fc.assert(
    fc.property(
      fc.array(fc.constantFrom('Hello', ' ', '.', ', ', '? ', '\n', '3', '。', 'Dr', '"'), { maxLength: 80 }),
      (parts) => {
        expect(cut(parts.join(''), 1).join('')).toBe(parts.join(''));
      },
    ),
  );
});
