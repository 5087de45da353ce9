import { describe, expect, it } from 'vitest';
import type { StoredPassage } from './expected-passage.ts';
import { passageCoverage, passageRanks } from './passage-coverage.ts';

const text = 'A repair has a guarantee of twelve months on labour and six months on parts';
const passage = (rest: Partial<StoredPassage> = {}): StoredPassage => ({
  ...{ id: 'p', text, hash: 'h1', source: 'handbook.md', place: { lines: [10, 13] } },
  ...rest,
});
const chunk = (givenText: string, rest: object = {}) => ({
  ...{ hash: 'h2', source: 'handbook.md', metadata: {}, givenText, ...rest },
});

describe('how much of a passage a chunk covers', () => {
  it('is all of it for the same chunk, whatever its document is called now', () => {
    expect(passageCoverage(passage(), chunk('other', { hash: 'h1', source: 'renamed.md' }))).toBe(1);
  });

  it('is nothing in another document', () => {
    expect(passageCoverage(passage(), chunk(text, { source: 'other.md' }))).toBe(0);
    expect(passageCoverage(passage({ source: '' }), chunk(text, { source: 'other.md' }))).toBe(1);
  });

  it('is the share of its words, computed by hand', () => {
    // 15 words, of which the first 7 are there; then the first 6.
    expect(passageCoverage(passage(), chunk('Yes: a repair has a guarantee of twelve days.'))).toBeCloseTo(
      7 / 15,
    );
    expect(passageCoverage(passage(), chunk('Yes: a repair has a guarantee of ten days.'))).toBeCloseTo(
      6 / 15,
    );
    // Single words in another order say nothing.
    expect(passageCoverage(passage(), chunk('months six labour parts guarantee twelve repair a'))).toBe(0);
  });

  it('is that of any cut of the same text: what is split in two is held by the longer part', () => {
    const words = text.split(' ');
    for (let at = 1; at < words.length; at += 1) {
      const [first, second] = [words.slice(0, at).join(' '), words.slice(at).join(' ')];
      const shares = [first, second].map((part) =>
        passageCoverage(passage(), chunk(`Before. ${part} After.`)),
      );
      expect(Math.max(...shares)).toBeGreaterThanOrEqual(0.4);
      expect((shares[0] ?? 0) + (shares[1] ?? 0)).toBeLessThanOrEqual(1 + 1e-9);
    }
  });

  it('is that of its lines where the text was changed, but not where another one stands there', () => {
    const loc = (from: number, to: number) => ({ metadata: { loc: { lines: { from, to } } } });
    const changed = 'A repair has a guarantee, since May, of 24 months in all';
    expect(passageCoverage(passage(), chunk(changed, loc(9, 12)))).toBe(0.75);
    expect(passageCoverage(passage(), chunk(changed, loc(13, 20)))).toBeCloseTo(5 / 15);
    expect(passageCoverage(passage(), chunk('The swans are on the lake.', loc(10, 13)))).toBe(0);
    const onPage = { metadata: { loc: { lines: { from: 10, to: 13 }, page: 2 } } };
    expect(passageCoverage(passage(), chunk(changed, onPage))).toBeCloseTo(5 / 15);
  });

  it('works where words have no spaces between them', () => {
    const tea = '緑茶は八十度のお湯で入れます。紅茶は熱湯で入れます。';
    const held = chunk('飲み物。緑茶は八十度のお湯で入れます。紅茶は熱湯で入れます。以上。');
    expect(passageCoverage(passage({ text: tea }), held)).toBe(1);
  });

  it('decides the places of passages in an answer', () => {
    const other = passage({ id: 'q', hash: 'h9', text: 'The swans on the lake are fed by nobody at all' });
    const chunks = [chunk('Nothing.'), chunk(text), chunk('And more.'), chunk(`${text}.`)];
    expect(passageRanks([passage(), other], chunks)).toEqual([2, null]);
  });
});
