import { describe, expect, it } from 'vitest';
import { bootstrapInterval } from './bootstrap-interval.ts';
import { caseFigures } from './case-figures.ts';
import { measuredFigures, percentile } from './measured-figures.ts';
import { pairedVerdict } from './paired-verdict.ts';
import { permutationTest } from './permutation-test.ts';
import { seededNumbers } from './seeded-numbers.ts';
import { wilsonInterval } from './wilson-interval.ts';

const of = (values: readonly number[]) => values.map((value, at) => ({ value, document: `d${at}` }));

describe('the figures of a question', () => {
  it('are those computed by hand', () => {
    // Places 2 and 4 of three passages: DCG 1/log2(3) + 1/log2(5), ideal 1 + 1/log2(3) + 1/2.
    const figures = caseFigures({ ranks: [4, null, 2], topK: 4 });
    expect(figures.hit).toBe(1);
    expect(figures.recall).toBeCloseTo(2 / 3, 12);
    expect(figures.reciprocalRank).toBe(0.5);
    expect(figures.ndcg).toBeCloseTo((0.6309297536 + 0.4306765581) / 2.1309297536, 9);
  });

  it('do not count what is beyond the limit, nDCG not what is beyond the tenth place', () => {
    expect(caseFigures({ ranks: [5], topK: 4 })).toMatchObject({ hit: 0, recall: 0, reciprocalRank: 0 });
    expect(caseFigures({ ranks: [5], topK: 4 }).ndcg).toBeCloseTo(0.3868528072, 9);
    expect(caseFigures({ ranks: [11], topK: 20 })).toMatchObject({ hit: 1, ndcg: 0 });
    expect(caseFigures({ ranks: [null], topK: 4 })).toEqual({
      ...{ hit: 0, recall: 0, reciprocalRank: 0, ndcg: 0 },
    });
  });

  it('are all 1 for a perfect order, and for one chunk that holds everything', () => {
    const perfect = { hit: 1, recall: 1, reciprocalRank: 1, ndcg: 1 };
    expect(caseFigures({ ranks: [1, 2, 3], topK: 4 })).toEqual(perfect);
    expect(caseFigures({ ranks: [1, 1, 1], topK: 1 })).toEqual(perfect);
  });

  it('are never below 0 or above 1, and grow no worse when a passage moves up', () => {
    const random = seededNumbers(1);
    for (let turn = 0; turn < 2000; turn += 1) {
      const count = 1 + Math.floor(random() * 14);
      const ranks = Array.from({ length: count }, () =>
        random() < 0.3 ? null : 1 + Math.floor(random() * 20),
      );
      const topK = 1 + Math.floor(random() * 20);
      const before = caseFigures({ ranks, topK });
      for (const value of Object.values(before)) {
        expect(value).toBeGreaterThanOrEqual(0);
        expect(value).toBeLessThanOrEqual(1);
      }
      const at = Math.floor(random() * count);
      const moved = ranks.map((rank, place) => (place === at ? Math.max(1, (rank ?? 21) - 1) : rank));
      const after = caseFigures({ ranks: moved, topK });
      for (const name of ['hit', 'recall', 'reciprocalRank', 'ndcg'] as const)
        expect(after[name]).toBeGreaterThanOrEqual(before[name] - 1e-12);
    }
  });
});

describe('intervals', () => {
  it.each([
    [10, 10, 0.7225, 1],
    [20, 20, 0.8389, 1],
    [45, 50, 0.7864, 0.9565],
    [450, 500, 0.8706, 0.9233],
  ])('of %i hits in %i are those of Wilson', (hits, count, low, high) => {
    const interval = wilsonInterval(hits, count);
    expect(interval.low).toBeCloseTo(low, 3);
    expect(interval.high).toBeCloseTo(high, 3);
  });

  it('contain what is estimated, whatever the numbers are', () => {
    const random = seededNumbers(2);
    for (let turn = 0; turn < 40; turn += 1) {
      const count = 1 + Math.floor(random() * 40);
      const samples = Array.from({ length: count }, () => ({
        value: random() < 0.5 ? Math.round(random()) : random(),
        document: `d${Math.floor(random() * 15)}`,
      }));
      const { value, low, high } = bootstrapInterval(samples);
      expect(value).toBeCloseTo(samples.reduce((sum, one) => sum + one.value, 0) / count, 12);
      expect(low).toBeLessThanOrEqual(value);
      expect(high).toBeGreaterThanOrEqual(value);
      const hits = Math.floor(random() * (count + 1));
      const wilson = wilsonInterval(hits, count);
      expect(wilson.low).toBeLessThanOrEqual(wilson.value);
      expect(wilson.high).toBeGreaterThanOrEqual(wilson.value);
    }
  });

  it('are wider where questions to one document are alike', () => {
    const values = Array.from({ length: 20 }, (_, document) =>
      Array.from({ length: 10 }, () => ({ value: document % 2, document: `d${document}` })),
    ).flat();
    const apart = values.map((one, at) => ({ ...one, document: `d${at}` }));
    const width = ({ low, high }: { low: number; high: number }) => high - low;
    expect(width(bootstrapInterval(values))).toBeGreaterThan(2 * width(bootstrapInterval(apart)));
  });
});

describe('the comparison of two configurations', () => {
  it.each([
    [6, 0, 0.03125],
    [5, 0, 0.0625],
    [8, 1, 0.0390625],
    [9, 2, 0.0654296875],
  ])('of %i better and %i worse is the exact sign test', (better, worse, p) => {
    const differences = [...Array<number>(better).fill(1), ...Array<number>(worse).fill(-1), 0, 0];
    expect(permutationTest(differences)).toBeCloseTo(p, 10);
  });

  it('of many questions is near the exact one', () => {
    const differences = [...Array<number>(15).fill(1), ...Array<number>(5).fill(-1)];
    expect(permutationTest(differences)).toBeCloseTo(0.0414, 2);
  });

  it('says better, worse, the same, or that nothing is shown', () => {
    const some = Array.from({ length: 40 }, (_, at) => (at % 4 === 0 ? 0 : 0.2));
    expect(pairedVerdict(of(some))).toMatchObject({ verdict: 'better', moreNeeded: null });
    expect(pairedVerdict(of(some.map((one) => -one))).verdict).toBe('worse');
    expect(pairedVerdict(of(Array<number>(40).fill(0)))).toMatchObject({ verdict: 'same', p: 1 });
    // Three questions without a difference show nothing.
    expect(pairedVerdict(of([0, 0, 0])).verdict).toBe('not-shown');
    expect(pairedVerdict([]).verdict).toBe('not-shown');
    const few = pairedVerdict(of([0.5, 0.5, -0.3, 0.4]));
    expect(few.verdict).toBe('not-shown');
    expect(few.moreNeeded).toBeGreaterThan(0);
  });
});

describe('the figures of a measurement', () => {
  it('sum up its questions', () => {
    const one = caseFigures({ ranks: [1], topK: 4 });
    const none = caseFigures({ ranks: [null], topK: 4 });
    const figures = measuredFigures([
      { figures: one, document: 'a', ms: 2, costUsd: 0.001 },
      { figures: none, document: 'b', ms: 8, costUsd: 0.002 },
    ]);
    expect(figures).toMatchObject({
      cases: 2,
      p50Ms: 2,
      p95Ms: 8,
      hit: { value: 0.5 },
      ndcg: { value: 0.5 },
    });
    expect(figures.costUsd).toBeCloseTo(0.003, 12);
    // Two questions say little, however they are resampled.
    expect(figures.ndcg).toEqual(figures.hit);
  });

  it('name the nearest rank as percentile', () => {
    expect(percentile([5, 1, 2, 4, 3], 0.5)).toBe(3);
    expect(percentile([5, 1, 2, 4, 3], 0.95)).toBe(5);
    expect(percentile([], 0.5)).toBe(0);
  });
});
