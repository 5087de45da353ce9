import { describe, expect, it } from 'vitest';
import { channelWeights, fuseRanks } from './fuse-ranks.ts';

/** The same with whole numbers: every place's worth over a common denominator, times a weight in hundredths. */
function exactOrder(channels: readonly { items: readonly number[]; weight: number }[]): number[] {
  const places = Math.max(0, ...channels.map(({ items }) => items.length));
  let common = 1n;
  for (let place = 61; place <= 60 + places; place += 1) common *= BigInt(place);
  const scores = new Map<number, bigint>();
  for (const { items, weight } of channels)
    for (const [place, item] of items.entries())
      scores.set(item, (scores.get(item) ?? 0n) + (BigInt(weight) * common) / BigInt(61 + place));
  return [...scores]
    .sort(([one, left], [other, right]) => (left === right ? one - other : left > right ? -1 : 1))
    .map(([item]) => item);
}

describe('the fusion of ranks', () => {
  it('gives the order of exact arithmetic', () => {
    let state = 1;
    const random = (below: number) => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return state % below;
    };
    for (let round = 0; round < 100; round += 1) {
      const channels = Array.from({ length: 1 + random(3) }, () => [
        ...new Set(Array.from({ length: random(40) }, () => random(60))),
      ]);
      const fused = fuseRanks(channels.map((items) => ({ items, weight: 1 })));
      expect(fused.map(({ item }) => item)).toEqual(
        exactOrder(channels.map((items) => ({ items, weight: 100 }))),
      );
    }
  });

  it('gives that order for every weight of words too, and by default the one without weights', () => {
    let state = 7;
    const random = (below: number) => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return state % below;
    };
    for (let round = 0; round < 400; round += 1) {
      const [near, said] = [40, 40].map((most) => [
        ...new Set(Array.from({ length: random(most) }, () => random(60))),
      ]) as [number[], number[]];
      const share = random(101);
      const { vectors, words } = channelWeights(share / 100);
      const fused = fuseRanks([
        { items: near, weight: vectors },
        { items: said, weight: words },
      ]);
      const exact = exactOrder([
        { items: near, weight: 100 - share },
        { items: said, weight: share },
      ]);
      expect(fused.map(({ item }) => item)).toEqual(exact);
    }
    expect(channelWeights()).toEqual({ vectors: 1, words: 1 });
  });

  it('leaves the order to one way where the other counts nothing', () => {
    const both = (share: number) => {
      const { vectors, words } = channelWeights(share);
      const fused = fuseRanks([
        { items: [5, 3], weight: vectors },
        { items: [4, 3], weight: words },
      ]);
      return fused.map(({ item }) => item);
    };
    expect([both(0), both(1)]).toEqual([
      [5, 3, 4],
      [4, 3, 5],
    ]);
  });

  it('prefers what is in both lists to the winner of one', () => {
    const fused = fuseRanks([
      { items: [1, 2], weight: 1 },
      { items: [3, 2], weight: 1 },
    ]);
    expect(fused.map(({ item }) => item)).toEqual([2, 1, 3]);
  });

  it('counts a channel as much as it is told to', () => {
    const fused = fuseRanks([
      { items: [1], weight: 0.5 },
      { items: [2], weight: 1 },
    ]);
    expect(fused[0]?.item).toBe(2);
  });
});
