import { expect, it } from 'vitest';
import { killIngestion } from '../campaign/ingestion/kill-ingestion.ts';

it('reads files of all formats as if nothing had happened while the server is killed at random moments', {
  timeout: 600_000,
}, async () => {
  const seed = Date.now() % 1_000_000;
  const how = { kills: 6, seed, bytes: 800_000, largest: 800_000, longestMs: 2500, isFilled: true };
  const { faults, chunks } = await killIngestion(how);
  expect(faults, `seed ${seed}`).toEqual([]);
  expect(chunks).toBeGreaterThan(100);
});
