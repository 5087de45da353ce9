import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { afterEach, describe, expect, it } from 'vitest';
import { databases } from '../../testing/databases.ts';
import { makeMigratedDatabase } from '../../testing/migrated-database.ts';
import { openDatabase } from '../db/client.ts';
import { memoryCounters } from './memory-counters.ts';
import { redisCounters } from './redis-counters.ts';
import { rowCounters } from './row-counters.ts';
import type { UsageCounters } from './usage-counters.ts';
import { createWindowLimit } from './window-limit.ts';

const redisUrl = process.env['TEST_REDIS_URL'];
const log = pino({ level: 'silent' });
const windowMs = 600_000;
const hide = (key: string) => key;

interface Place {
  /** The counters of one more process. */
  join(): UsageCounters;
  close(): Promise<void>;
}

const places: Record<string, () => Promise<Place>> = {
  async memory() {
    const counters = memoryCounters();
    return { join: () => counters, close: () => counters.close() };
  },
};
for (const kind of databases)
  places[`rows of ${kind}`] = async () => {
    const empty = await makeMigratedDatabase(kind);
    const db = await openDatabase({ ...empty, databasePool: 4 });
    return {
      join: () => rowCounters(db, hide),
      async close() {
        await db.destroy();
        await empty.remove();
      },
    };
  };
if (redisUrl)
  places['Redis'] = async () => {
    const [installation, joined] = [randomUUID(), [] as UsageCounters[]];
    return {
      join() {
        const counters = redisCounters({
          url: redisUrl,
          installation,
          log,
          hide,
          meanwhile: memoryCounters(),
        });
        joined.push(counters);
        return counters;
      },
      async close() {
        for (const one of joined) await one.close();
      },
    };
  };

describe.each(Object.keys(places))('counters in %s', (name) => {
  let place: Place | undefined;
  afterEach(() => place?.close());
  const open = async () => {
    place = await (places[name] as (typeof places)[string])();
    return place;
  };

  it('count what all processes add to a window, each key for itself', async () => {
    const { join } = await open();
    const [here, there] = [join(), join()];
    expect(await here.add('a', 3, windowMs)).toMatchObject({ count: 3 });
    const { count, leftMs } = await there.add('a', 2, windowMs);
    expect(count).toBe(5);
    expect(leftMs).toBeGreaterThan(windowMs - 60_000);
    expect(leftMs).toBeLessThanOrEqual(windowMs);
    expect(await there.add('b', 1, windowMs)).toMatchObject({ count: 1 });
  });

  it('lose nothing of what is added at once', async () => {
    const { join } = await open();
    const [here, there] = [join(), join()];
    await Promise.all(Array.from({ length: 50 }, (_, at) => (at % 2 ? here : there).add('a', 2, windowMs)));
    expect(await here.add('a', 1, windowMs)).toMatchObject({ count: 101 });
  });

  it('take back, never below nothing, and forget a key', async () => {
    const counters = (await open()).join();
    await counters.add('a', 2, windowMs);
    await counters.subtract('a', 1);
    expect(await counters.add('a', 1, windowMs)).toMatchObject({ count: 2 });
    await counters.subtract('a', 9);
    expect(await counters.add('a', 1, windowMs)).toMatchObject({ count: 1 });
    await counters.clear('a');
    expect(await counters.add('a', 4, windowMs)).toMatchObject({ count: 4 });
  });

  it('begin again when a window has ended', async () => {
    const counters = (await open()).join();
    await counters.add('a', 7, 20);
    await expect
      .poll(async () => (await counters.add('a', 1, 20)).count, { interval: 50, timeout: 5000 })
      .toBe(1);
  });

  it('never let four processes pass a limit, and waste little of it', async () => {
    const { join } = await open();
    const limits = Array.from({ length: 4 }, () =>
      createWindowLimit({ counters: join(), name: 'asked', limit: 200, windowMs }),
    );
    let allowed = 0;
    for (let round = 0; round < 100; round += 1) {
      const taken = await Promise.all(limits.map((one) => one.take('x')));
      allowed += taken.filter(({ isAllowed }) => isAllowed).length;
    }
    expect(allowed).toBeLessThanOrEqual(200);
    expect(allowed).toBeGreaterThanOrEqual(180);
  });
});

describe('a limit over shared counters', () => {
  const counting = () => {
    const inner = memoryCounters();
    const asked = { count: 0 };
    const counters: UsageCounters = {
      ...inner,
      isShared: true,
      add(...given) {
        asked.count += 1;
        return inner.add(...given);
      },
    };
    return { asked, counters };
  };

  it('asks for a tenth of what is left at a time, and no more once it is full', async () => {
    const { asked, counters } = counting();
    const limit = createWindowLimit({ counters, name: 'n', limit: 1000, windowMs });
    for (let use = 0; use < 500; use += 1) expect((await limit.take('k')).isAllowed).toBe(true);
    expect(asked.count).toBeLessThan(10);
    expect(limit.highest()).toBe(500);
    for (let use = 0; use < 500; use += 1) await limit.take('k');
    const before = asked.count;
    for (let use = 0; use < 100; use += 1) expect((await limit.take('k')).isAllowed).toBe(false);
    expect(asked.count - before).toBeLessThanOrEqual(1);
  });

  it('counts each use for itself where it has to be exact', async () => {
    const { asked, counters } = counting();
    const limit = createWindowLimit({ counters, name: 'n', limit: 100, windowMs }, true);
    const taken = await Promise.all(Array.from({ length: 30 }, () => limit.take('k')));
    expect(taken.every(({ isAllowed }) => isAllowed)).toBe(true);
    expect(asked.count).toBe(30);
  });
});
