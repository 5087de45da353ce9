import { describe, expect, it } from 'vitest';
import { type Delivery, type TraceLimits, TraceQueue, traceLimits } from './trace-queue.ts';

const quick: TraceLimits = { ...traceLimits, batchMs: 1, retryMs: 1 };
const items = (...values: string[]) => values.map((value) => ({ value, bytes: 10 }));

/** A queue whose receivers answer as the test says; `sent` settles once so many batches have gone. */
function playedQueue(answer: (to: string, count: number) => Delivery, limits: Partial<TraceLimits> = {}) {
  const batches: { to: string; values: string[] }[] = [];
  const drops: number[] = [];
  let wake = () => {};
  const queue = new TraceQueue<string, string>(
    async (to, values) => {
      batches.push({ to, values });
      wake();
      return answer(to, batches.length);
    },
    (count) => {
      drops.push(count);
      wake();
    },
    { ...quick, ...limits },
  );
  const until = async (isDone: () => boolean) => {
    while (!isDone())
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
  };
  return { queue, batches, drops, until };
}

describe('the queue of traces', () => {
  it('sends what comes for one receiver together, in batches of a limited size', async () => {
    const { queue, batches, until } = playedQueue(() => ({ outcome: 'sent' }), { batchItems: 2 });
    queue.add('a', 'a', items('1', '2', '3'));
    queue.add('b', 'b', items('4'));
    await until(() => batches.length === 3);
    expect(batches.filter(({ to }) => to === 'a').map(({ values }) => values)).toEqual([['1', '2'], ['3']]);
  });

  it('repeats a batch that is wanted later, in front of what came since, and gives it up in the end', async () => {
    const { queue, batches, drops, until } = playedQueue(() => ({ outcome: 'later' }), { attempts: 3 });
    queue.add('a', 'a', items('1'));
    await until(() => drops.length > 0);
    expect(batches.map(({ values }) => values)).toEqual([['1'], ['1'], ['1']]);
    expect([queue.dropped, queue.waiting]).toEqual([1, 0]);
  });

  it('drops what a receiver refuses, and counts it', async () => {
    const { queue, batches, drops, until } = playedQueue(() => ({ outcome: 'refused' }));
    queue.add('a', 'a', items('1', '2'));
    await until(() => drops.length > 0);
    expect([batches.length, queue.dropped]).toEqual([1, 2]);
  });

  it('drops the oldest of the fullest receiver when it is full', async () => {
    const limits = { mostItems: 3, batchMs: 60_000 };
    const { queue, batches } = playedQueue(() => ({ outcome: 'sent' }), limits);
    queue.add('quiet', 'quiet', items('q'));
    queue.add('busy', 'busy', items('1', '2', '3', '4'));
    expect([queue.waiting, queue.dropped]).toEqual([3, 2]);
    await queue.close();
    expect(batches).toEqual([
      { to: 'quiet', values: ['q'] },
      { to: 'busy', values: ['3', '4'] },
    ]);
  });

  it('keeps within its bytes, too', () => {
    const { queue } = playedQueue(() => ({ outcome: 'sent' }), { mostBytes: 25, batchMs: 60_000 });
    queue.add('a', 'a', items('1', '2', '3', '4'));
    expect([queue.waiting, queue.dropped]).toEqual([2, 2]);
  });

  it('sends what waits when it closes, and takes nothing more', async () => {
    const { queue, batches } = playedQueue(() => ({ outcome: 'later' }), { batchMs: 60_000 });
    queue.add('a', 'a', items('1'));
    await queue.close();
    queue.add('a', 'a', items('2'));
    expect(batches).toHaveLength(1);
    expect(queue.dropped).toBe(1);
  });
});
