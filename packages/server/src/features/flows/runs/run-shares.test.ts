import { afterEach, describe, expect, it } from 'vitest';
import { createRunShares, type RunEntry, type RunPlace, type RunShares } from './run-shares.ts';

const bulk = { isLive: false, mayWait: true };
const busy = expect.objectContaining({ code: 'TOO_MANY_REQUESTS', retryAfterMs: expect.any(Number) });

describe('the shares of workspaces in a process', () => {
  let now = 0;
  let shares: RunShares;
  /** Who has begun, in order. */
  let begun: string[] = [];
  let places: [string, RunPlace][] = [];
  let refusals: unknown[] = [];
  const aborts: AbortController[] = [];

  async function enter(
    workspaceId: string,
    entry: Partial<RunEntry> = {},
    name = workspaceId,
  ): Promise<void> {
    try {
      const place = await shares.enter({ workspaceId, ...bulk, ...entry });
      begun.push(name);
      places.push([name, place]);
    } catch (error) {
      refusals.push(error);
    }
  }
  /** Without `together`, one after the other would never end: most of them wait. */
  const ask = (workspaceId: string, count: number, entry?: Partial<RunEntry>, name?: string) => {
    for (let index = 0; index < count; index += 1) void enter(workspaceId, entry, name);
    return settle();
  };
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  const countOf = (name: string) => begun.filter((one) => one === name).length;

  /** Ends the oldest run of each workspace, so many times. */
  async function end(times: number): Promise<void> {
    for (let time = 0; time < times; time += 1) {
      for (const name of new Set(places.map(([one]) => one))) {
        const index = places.findIndex(([one]) => one === name);
        places.splice(index, 1)[0]?.[1].leave();
      }
      await settle();
    }
  }

  function open(parts: { places?: number } = {}): void {
    now = 0;
    begun = [];
    places = [];
    refusals = [];
    shares = createRunShares({ now: () => now, ...parts });
  }
  afterEach(async () => {
    for (const abort of aborts.splice(0)) abort.abort();
    while (shares.waiting > 0 && places.length > 0) await end(1);
  });

  it('let one workspace have everything while nobody else asks', async () => {
    open();
    await ask('flood', 1000);
    expect(begun).toHaveLength(1000);
    expect(shares.waiting).toBe(0);
  });

  it('begin a question of another workspace at once, whatever one has waiting', async () => {
    open();
    await ask('neighbour', 1);
    await end(1);
    await ask('flood', 400);
    expect(countOf('flood')).toBeLessThan(10);
    for (let turn = 1; turn <= 20; turn += 1) {
      await ask('neighbour', 1);
      expect(countOf('neighbour')).toBe(1 + turn);
      await end(1);
    }
    expect(shares.waiting).toBeGreaterThan(300);
  });

  it('go round between workspaces that all have more than their share', async () => {
    open();
    for (const name of ['first', 'second']) await ask(name, 1);
    await end(1);
    await ask('first', 400);
    await ask('second', 100);
    begun = [];
    await end(20);
    expect(Math.abs(countOf('first') - countOf('second'))).toBeLessThanOrEqual(2);
    expect(countOf('second')).toBeGreaterThanOrEqual(20);
  });

  it('give the whole process back to one workspace when the others have gone', async () => {
    open();
    await ask('neighbour', 1);
    await ask('flood', 50);
    expect(countOf('flood')).toBeLessThan(10);
    now = 10_000;
    await ask('flood', 20);
    expect(countOf('flood')).toBeGreaterThan(20);
  });

  it('count no run that waits for a model, and count it again when that has answered', async () => {
    open();
    await ask('neighbour', 1);
    await ask('flood', 50);
    const atFirst = countOf('flood');
    for (const [, place] of places.filter(([name]) => name === 'flood')) place.rest();
    await settle();
    expect(countOf('flood')).toBe(2 * atFirst);
    const [resting] = places.filter(([name]) => name === 'flood');
    resting?.[1].goOn();
    await end(1);
    expect(countOf('flood')).toBe(2 * atFirst);
  });

  it('do not wait for a run that does something nobody knows of', async () => {
    open();
    await ask('neighbour', 1);
    await ask('flood', 50);
    const atFirst = countOf('flood');
    now = 1000;
    await expect.poll(() => countOf('flood')).toBeGreaterThan(atFirst);
  });

  it('let a person go before the other runs of a workspace, and a call before everybody', async () => {
    open();
    await ask('neighbour', 1);
    await ask('flood', 50);
    await ask('flood', 1, { isLive: true }, 'person');
    expect(countOf('person')).toBe(0);
    await ask('flood', 1, { mayWait: false }, 'call');
    expect(countOf('call')).toBe(1);
    begun = [];
    await end(2);
    expect(begun[0]).toBe('person');
  });

  it('refuse what would wait for too long, saying when to come again, and nobody else', async () => {
    open();
    await ask('neighbour', 1);
    await ask('flood', 600);
    expect(refusals).toHaveLength(600 - countOf('flood') - shares.waiting);
    expect(refusals[0]).toEqual(busy);
    expect(String(refusals[0])).toMatch(
      /The server is busy, and 500 questions of this workspace are waiting already.* Try again in \d+ second/,
    );
    expect(() => shares.requireRoom('flood')).toThrow(busy);
    expect(shares.requireRoom('neighbour')).toBeUndefined();
    const before = refusals.length;
    await end(1);
    await ask('neighbour', 1);
    expect([refusals.length, countOf('neighbour')]).toEqual([before, 2]);
  });

  it('refuse early where runs are slow: who waits is told so within seconds', async () => {
    open();
    await ask('neighbour', 1);
    await ask('flood', 60);
    for (let round = 0; round < 15; round += 1) {
      now += 500;
      await ask('neighbour', 1);
      await end(1);
    }
    const { waiting } = shares;
    await ask('flood', 60);
    expect(shares.waiting - waiting).toBeLessThan(60);
    expect(refusals[0]).toEqual(busy);
  });

  it('begin nothing for a client that has gone', async () => {
    open();
    await ask('neighbour', 1);
    await ask('flood', 10);
    const abort = new AbortController();
    await ask('flood', 1, { signal: abort.signal }, 'gone');
    const { waiting } = shares;
    abort.abort();
    await settle();
    expect(shares.waiting).toBe(waiting - 1);
    expect(refusals).toEqual([expect.objectContaining({ code: 'RUN_CANCELLED' })]);
    await end(20);
    expect(countOf('gone')).toBe(0);
  });

  it('know who asks less than the others, by what is asked and not by what is answered', () => {
    open();
    expect(shares.standingOf('flood')).toBe('alone');
    for (let index = 0; index < 20; index += 1) shares.standingOf('flood');
    expect(shares.standingOf('neighbour')).toBe('below');
    expect(shares.standingOf('flood')).toBe('above');
  });
});
