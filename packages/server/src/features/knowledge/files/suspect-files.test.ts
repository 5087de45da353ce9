import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { FileReached } from './file-job.ts';
import { afterStop, type FilesUnderWay, mostStops, untilSafe, withoutFile } from './suspect-files.ts';

const reached = (fileId: string, more: Partial<FileReached> = {}): FileReached => ({
  ...{ fileId, parts: 0, chunks: 0, problems: [], edition: 'e', before: 0 },
  ...more,
});

it('a file under which the server died is put last, with the stops that it has', () => {
  const first = afterStop({ reached: reached('a', { begunAt: 0 }) }, 1);
  expect(first).toEqual({ reached: undefined, suspects: [reached('a', { stops: 1 })] });
  const second = afterStop({ ...first, reached: reached('b', { begunAt: 1 }) }, 2);
  expect(second.suspects?.map(({ fileId, stops }) => [fileId, stops])).toEqual([
    ['a', 1],
    ['b', 1],
  ]);
  const again = afterStop({ ...second, reached: reached('a', { begunAt: 2, stops: 1 }) }, 3);
  expect(again.suspects?.map(({ fileId, stops }) => [fileId, stops])).toEqual([
    ['b', 1],
    ['a', 2],
  ]);
});

it('a stop in order, or one after a page was written, is no fault of the file', () => {
  const inOrder: FilesUnderWay = { reached: reached('a', { begunAt: 2, stops: 1 }), suspects: [] };
  expect(afterStop(inOrder, 2)).toEqual(inOrder);
  const gotFurther: FilesUnderWay = { reached: reached('a', { chunks: 100 }), suspects: [] };
  expect(afterStop(gotFurther, 9)).toEqual(gotFurther);
});

it('files that were read together when the server died are read by themselves, and no more once they are done', () => {
  const group = { keys: ['a', 'b'], begunAt: 1 };
  expect(afterStop({ group }, 1)).toMatchObject({ group: undefined });
  expect(afterStop({ group }, 1).alone ?? []).toEqual([]);
  const died = afterStop({ group, alone: ['c', 'a'] }, 2);
  expect([died.group, died.alone, died.suspects]).toEqual([undefined, ['c', 'a', 'b'], []]);
  // The one that is under way by itself then is the one at fault.
  const again = afterStop({ ...died, reached: reached('id of a', { begunAt: 2 }) }, 3);
  expect(again.suspects).toEqual([reached('id of a', { stops: 1 })]);
  expect(withoutFile(died, { fileId: 'id of a', key: 'a' }).alone).toEqual(['c', 'b']);
  expect(withoutFile(died, { fileId: 'id of a', key: undefined }).alone).toEqual(['c', 'a', 'b']);
});

it('one death is counted once, however often the job starts before it has written anything', () => {
  const stored = { reached: reached('a', { begunAt: 0 }) };
  for (const deaths of [1, 2, 5, 9]) expect(afterStop(stored, deaths).suspects?.[0]?.stops).toBe(1);
});

/** The stops that a file has which writes nothing before the server dies, however long that lives. */
async function stopsAfter(livesMs: readonly number[]): Promise<number> {
  let stored: FilesUnderWay = { reached: reached('a', { begunAt: 0 }) };
  let stops = 0;
  for (const [at, lifeMs] of livesMs.entries()) {
    const [suspect] = afterStop(stored, at + 1).suspects ?? [];
    const untilUpFor = async (ms: number) => ms < lifeMs;
    const isRead = suspect !== undefined && (await untilSafe({ untilUpFor }, suspect));
    stops = Math.max(stops, suspect?.stops ?? 0);
    if (isRead) stored = { reached: { ...suspect, begunAt: at + 1 } };
  }
  return stops;
}

it('no file is given up where something stops the server at random times within five minutes of its starts', async () => {
  const lives = fc.array(fc.integer({ min: 1, max: 299_999 }), { maxLength: 300 });
  await fc.assert(
    fc.asyncProperty(lives, async (livesMs) => {
      expect(await stopsAfter(livesMs)).toBeLessThan(mostStops);
    }),
  );
});

it('a file is read again within 10 s of each start until the server died under it six times', async () => {
  expect(await stopsAfter(Array(100).fill(8000))).toBe(6);
});

it('a file that ends the server each time is given up after the eighth, and waits longer and longer before', async () => {
  let stored: FilesUnderWay = { reached: reached('a', { begunAt: 0 }) };
  const waits: number[] = [];
  for (let deaths = 1; ; deaths += 1) {
    const [suspect] = afterStop(stored, deaths).suspects ?? [];
    if (!suspect || (suspect.stops ?? 0) >= mostStops) break;
    const untilUpFor = async (ms: number) => waits.push(ms) > 0;
    await untilSafe({ untilUpFor }, suspect);
    stored = { reached: { ...suspect, begunAt: deaths } };
  }
  expect(mostStops).toBe(8);
  expect(waits).toEqual([2000, 4000, 6000, 60_000, 300_000]);
});
