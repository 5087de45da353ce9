import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { createRunQueue } from './run-queue.ts';

const log = pino({ level: 'silent' });

/** Work that ends when it is told to. */
function makeWork() {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const work = (name: string) => () =>
    new Promise<void>((resolve) => {
      begun.push(name);
      ends.set(name, resolve);
    });
  return { begun, work, end: (name: string) => ends.get(name)?.() };
}

describe('simulations in line', () => {
  it('are led no more at a time than the workspace may, and do not hold up those of another', async () => {
    const { begun, work, end } = makeWork();
    const queue = createRunQueue(log, async (owner) => (owner === 'a' ? 1 : 2));
    for (const name of ['a1', 'a2', 'a3']) queue.add('a', work(name));
    for (const name of ['b1', 'b2', 'b3']) queue.add('b', work(name));
    await expect.poll(() => begun).toEqual(['a1', 'b1', 'b2']);
    expect([queue.runningOf('a'), queue.countOf('a'), queue.runningOf('b')]).toEqual([1, 3, 2]);
    end('a1');
    await expect.poll(() => begun).toEqual(['a1', 'b1', 'b2', 'a2']);
    end('b2');
    await expect.poll(() => begun).toEqual(['a1', 'b1', 'b2', 'a2', 'b3']);
  });

  it('go on with what holds now when the limit is changed meanwhile', async () => {
    const { begun, work, end } = makeWork();
    let most = 1;
    const queue = createRunQueue(log, async () => most);
    for (const name of ['1', '2', '3', '4']) queue.add('a', work(name));
    await expect.poll(() => begun).toEqual(['1']);
    most = 3;
    end('1');
    await expect.poll(() => begun).toEqual(['1', '2', '3', '4']);
  });

  it('go on after a limit could not be read', async () => {
    const { begun, work } = makeWork();
    let isBroken = true;
    const queue = createRunQueue(log, async () => {
      if (isBroken) throw new Error('no database');
      return 2;
    });
    queue.add('a', work('1'));
    await new Promise((resolve) => setImmediate(resolve));
    expect(begun).toEqual([]);
    isBroken = false;
    queue.add('a', work('2'));
    await expect.poll(() => begun).toEqual(['1', '2']);
  });
});
