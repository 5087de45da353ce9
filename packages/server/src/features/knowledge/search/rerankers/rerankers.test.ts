import { describe, expect, it } from 'vitest';
import { orderIn } from './rerank-by-model.ts';
import { rerankByWords } from './word-overlap.ts';

const never = new AbortController().signal;

describe('reranking by words', () => {
  it('puts texts with the rare words of the question first', async () => {
    const texts = ['The pump is on.', 'The pump shows fault ERR-4711.', 'The swans are on the lake.'];
    const order = await rerankByWords('What does the fault ERR-4711 of the pump mean?', texts, never);
    expect(order.map(({ index }) => index)).toEqual([1, 0, 2]);
    for (const { score } of order) {
      expect(score).toBeGreaterThanOrEqual(0);
      expect(score).toBeLessThanOrEqual(1);
    }
  });

  it('leaves the order where nothing is shared', async () => {
    const order = await rerankByWords('???', ['b', 'a'], never);
    expect(order.map(({ index }) => index)).toEqual([0, 1]);
  });
});

describe('the order that a model gives', () => {
  it('is that of the numbers it names, then the others', () => {
    expect(orderIn('3, 1, 3, 99', 4).map(({ index }) => index)).toEqual([2, 0, 1, 3]);
    expect(orderIn('[2]', 2).map(({ index }) => index)).toEqual([1, 0]);
  });

  it('is none where it names no passage', () => {
    expect(() => orderIn('None of them answers it.', 3)).toThrow('named no passage');
  });
});
