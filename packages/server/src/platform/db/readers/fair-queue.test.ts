import { expect, it } from 'vitest';
import { createFairQueue } from './fair-queue.ts';

it('takes turns by workspace: one that asks much does not keep another waiting', async () => {
  const queue = createFairQueue({ places: 2, mostWaiting: 50 });
  const begun: string[] = [];
  const ask = (workspaceId: string) =>
    queue.run(workspaceId, async () => {
      begun.push(workspaceId);
    });
  const flood = Array.from({ length: 30 }, () => ask('busy'));
  await Promise.all([...flood, ask('quiet'), ask('other'), ask('quiet')]);
  expect(begun).toHaveLength(33);
  expect(begun.indexOf('quiet')).toBeLessThan(5);
  expect(begun.indexOf('other')).toBeLessThan(6);
  expect(begun.lastIndexOf('quiet')).toBeLessThan(9);
});

it('gives the place of work that failed to the next', async () => {
  const queue = createFairQueue({ places: 1, mostWaiting: 50 });
  const failing = queue.run('w', () => Promise.reject(new Error('broken')));
  const next = queue.run('w', async () => 'done');
  await expect(failing).rejects.toThrow('broken');
  expect(await next).toBe('done');
});

it('refuses those of a workspace of which many wait, but not what is patient', async () => {
  const queue = createFairQueue({ places: 1, mostWaiting: 2 });
  const mayEnd = Promise.withResolvers<void>();
  const all = [mayEnd.promise, undefined, undefined].map((held) => queue.run('w', async () => held));
  await expect(queue.run('w', async () => 'refused')).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
  const patient = [1, 2, 3].map((number) => queue.run('w', async () => number, undefined, true));
  mayEnd.resolve();
  await Promise.all(all);
  expect(await Promise.all(patient)).toEqual([1, 2, 3]);
});
