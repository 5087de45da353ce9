import { expect, it } from 'vitest';
import { backfillWords } from './backfill-words.ts';

it('backfills are named in words, and those of a newer server by their name', () => {
  expect(['event-partitions', 'event-bytes', 'made-later', 'constructor'].map(backfillWords)).toEqual([
    'Moving events into one table per week',
    'Measuring the size of older events',
    'made-later',
    'constructor',
  ]);
});
