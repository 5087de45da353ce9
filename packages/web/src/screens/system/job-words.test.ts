import { expect, it } from 'vitest';
import { jobWords } from './job-words.ts';

it('jobs are named in words, and those of a newer server by their kind', () => {
  expect(['call-analysis', 'erasure', 'made-later', 'constructor'].map(jobWords)).toEqual([
    'Analyzing a call',
    'Deleting a person’s data',
    'made-later',
    'constructor',
  ]);
});
