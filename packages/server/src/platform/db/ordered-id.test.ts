import { expect, it } from 'vitest';
import * as z from 'zod';
import { mintOrderedId } from './ordered-id.ts';

it('ordered ids are UUIDs of version 7 that sort by their time and never repeat', () => {
  const ids = [1, 1_795_255_600_873, 281_474_976_710_655].map((now) => mintOrderedId(now));
  for (const id of ids) expect(z.uuidv7().safeParse(id).success, id).toBe(true);
  expect([...ids].sort()).toEqual(ids);
  expect(new Set(Array.from({ length: 1000 }, () => mintOrderedId(5))).size).toBe(1000);
});
