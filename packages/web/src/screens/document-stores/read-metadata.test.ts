import { expect, it } from 'vitest';
import { readMetadata } from './read-metadata.ts';

it('metadata is a JSON object or nothing at all', () => {
  expect(readMetadata(' {"source": "a.pdf", "page": 3} ')).toEqual({ source: 'a.pdf', page: 3 });
  expect(readMetadata('  ')).toEqual({});
  for (const wrong of ['[1]', '"text"', 'null', '{"a"', '3'])
    expect(readMetadata(wrong), wrong).toBeUndefined();
});
