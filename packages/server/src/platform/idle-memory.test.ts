import { expect, it } from 'vitest';
import { releaseIdleMemory } from './idle-memory.ts';

it('collects once when there is nothing to do, and again only after there was', async () => {
  // The second of two after each collection is the share of what followed it.
  const shares = [0.4, 0, 0.2, 0, 0, 0.02, 0.9, 0, 0.2, 0, 0];
  const collectedAt: number[] = [];
  let looks = 0;
  const end = releaseIdleMemory({
    everyMs: 1,
    readBusyness() {
      looks += 1;
      return shares[looks - 1] ?? 0;
    },
    collect: () => collectedAt.push(looks),
  });
  await expect.poll(() => looks).toBeGreaterThan(shares.length);
  end();
  expect(collectedAt).toEqual([2, 8]);
});

it('gives back what was used and is no longer needed', async () => {
  let list: unknown[] | undefined = Array.from({ length: 400_000 }, (_, index) => ({ index }));
  const used = process.memoryUsage().heapUsed;
  expect(list.length).toBe(400_000);
  list = undefined;
  const end = releaseIdleMemory({ everyMs: 1, readBusyness: () => 0 });
  await expect.poll(() => process.memoryUsage().heapUsed, { timeout: 20_000 }).toBeLessThan(used - 5_000_000);
  end();
});
