import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { pointId, vectorSeqOf } from './point-id.ts';

describe('the id of a vector elsewhere', () => {
  it('is a UUID of version 8, and leads back to the number of the vector', () => {
    const outsideId = randomUUID();
    for (const seq of [0, 1, 255, 190_000, 2 ** 31, 2 ** 47]) {
      const id = pointId(outsideId, seq);
      expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-a[\da-f]{3}-[\da-f]{12}$/);
      expect(vectorSeqOf(outsideId, id)).toBe(seq);
      expect(vectorSeqOf(outsideId, id.toUpperCase())).toBe(seq);
    }
  });

  it('of another store, or of somebody else, leads nowhere', () => {
    expect(vectorSeqOf(randomUUID(), pointId(randomUUID(), 7))).toBeUndefined();
    expect(vectorSeqOf(randomUUID(), '7')).toBeUndefined();
    expect(vectorSeqOf(randomUUID(), '')).toBeUndefined();
  });
});
