import type { Box } from '@tendril/contract/provider/block';
import { describe, expect, it } from 'vitest';
import { type PagePiece, pageBands } from './page-bands.ts';

const line = (text: string, y: number, x = 0.1): PagePiece => ({
  text,
  box: [x, y, 0.01 * text.length, 0.02],
});
const pieces = [
  line('Dogs have to wait in the garden.', 0.1),
  line('Lost keys are kept', 0.3),
  line('by the porter until six.', 0.33),
  line('Lost keys cost ten euros.', 0.6),
];
const places = [{ page: 2, boxes: [pieces[1], pieces[2]].flatMap((piece) => (piece ? [piece.box] : [])) }];

const covers = ([x, y, width, height]: Box, [px, py]: readonly [number, number]) =>
  px >= x && px <= x + width && py >= y && py <= y + height;

describe('the bands on a page', () => {
  it('are light over the lines of the passage, and dark over the words that the answer repeats', () => {
    const { passage, words } = pageBands(2, places, pieces, 'Lost keys are with the porter until six.');
    expect(passage).toHaveLength(2);
    expect(words.some((box) => covers(box, [0.15, 0.34]))).toBe(true);
    expect(words.some((box) => covers(box, [0.15, 0.61]))).toBe(false);
  });

  it('follow the words over the end of a line, one band a line', () => {
    const { words } = pageBands(2, places, pieces, 'Lost keys are kept by the porter.');
    expect(words).toHaveLength(2);
    const [first, second] = words;
    expect(first?.[2]).toBeCloseTo(0.188, 2);
    expect(second?.[2]).toBeLessThan(0.16);
  });

  it('are none on another page, and none of them is dark where nothing is repeated', () => {
    expect(pageBands(1, places, pieces, 'Lost keys are kept by the porter.')).toEqual({
      passage: [],
      words: [],
      score: 0,
    });
    expect(pageBands(2, places, pieces, 'Whales sing at night.')).toMatchObject({ words: [], score: 0 });
  });

  it('are dark alone where only the page is known', () => {
    const { passage, words } = pageBands(2, [{ page: 2 }], pieces, 'Dogs have to wait in the garden.');
    expect(passage).toEqual([]);
    expect(words).toHaveLength(1);
  });
});
