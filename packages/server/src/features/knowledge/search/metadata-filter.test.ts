import { metadataFilter } from '@tendril/contract/api/metadata-filter';
import { describe, expect, it } from 'vitest';
import { readFilter } from './metadata-filter.ts';

const fits = (filter: object, metadata: Record<string, unknown>) => {
  const read = readFilter(metadataFilter.parse(filter));
  return read.fits(read.names.map((name) => metadata[name]));
};

describe('a filter on metadata', () => {
  it.each([
    [{ a: 1 }, { a: '1' }, true],
    [{ a: 'x' }, { a: ['y', 'x'] }, true],
    [{ a: true }, { a: true }, true],
    [{ a: 'x' }, {}, false],
    [{ a: 'undefined' }, {}, false],
    [{ a: { ne: 'x' } }, {}, true],
    [{ a: { ne: 'x' } }, { a: ['x', 'y'] }, false],
    [{ a: { in: [1, 'b'] } }, { a: 'b' }, true],
    [{ a: { gte: 9, lt: 11 } }, { a: '10' }, true],
    [{ a: { gt: 9 } }, { a: 9 }, false],
    [{ a: { gt: 9 } }, {}, false],
    [{ a: { lt: 9 } }, { a: null }, false],
    [{ a: { gt: 9 } }, { a: 'ten' }, false],
    [{ a: { gte: '2026-02-01' } }, { a: '2026-02-01T08:00:00Z' }, true],
    [{ a: { lt: '2026-10-01' } }, { a: '2026-9' }, false],
    [{ a: { lte: 'm' } }, { a: 'b' }, true],
    [{ a: { contains: 'Hand' } }, { a: 'the handbook' }, true],
    [{ a: { contains: 'x' } }, { a: ['ax', 'b'] }, true],
    [{ a: { exists: false } }, { b: 1 }, true],
    [{ a: { exists: true } }, { a: 0 }, true],
    [{ a: 1, b: 2 }, { a: 1, b: 3 }, false],
  ])('%j and %j: %s', (filter, metadata, expected) => {
    expect(fits(filter, metadata)).toBe(expected);
  });

  it('refuses what is no comparison', () => {
    expect(metadataFilter.safeParse({ a: { like: 'x' } }).success).toBe(false);
    expect(metadataFilter.safeParse({ a: null }).success).toBe(false);
  });
});
