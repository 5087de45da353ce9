import { beforeEach, describe, expect, it } from 'vitest';
import { createVendorKeys, type VendorKeys } from './vendor-keys.ts';

describe('the keys of vendors', () => {
  let now = 0;
  let paused: [string, number][];
  let keys: VendorKeys;
  beforeEach(() => {
    now = 1000;
    paused = [];
    keys = createVendorKeys({ now: () => now, onPause: (key, ms) => void paused.push([key, ms]) });
  });
  const waits = (key = 'key') => ({ live: keys.waitMs(key, false), bulk: keys.waitMs(key, true) });
  const free = { live: 0, bulk: 0 };

  it('are free until something is known', () => {
    expect([waits(), keys.isEmpty]).toEqual([free, true]);
    keys.send('key', false)(undefined);
    expect(waits()).toEqual(free);
  });

  it('are not used while their vendor refuses them, and others know of it', () => {
    keys.send('key', true)({ pauseMs: 7000 });
    expect(waits()).toEqual({ live: 7000, bulk: 7000 });
    expect(waits('another')).toEqual(free);
    expect(paused).toEqual([['key', 7000]]);
    now += 7000;
    expect(waits()).toEqual(free);
  });

  it('are paused by what another process has learnt, and a shorter pause shortens none', () => {
    keys.pause('key', 5000);
    keys.pause('key', 100);
    expect(waits()).toEqual({ live: 5000, bulk: 5000 });
    expect(paused).toEqual([]);
  });

  it('are asked ever less often by a vendor that says no time', () => {
    for (const [waitMs] of [[1000], [2000], [4000]] as const) {
      keys.send('key', false)({ pauseMs: 1000 });
      expect(waits().live).toBe(waitMs);
      now += waitMs;
    }
    keys.send('key', false)(undefined);
    keys.send('key', false)({ pauseMs: 1000 });
    expect(waits().live).toBe(1000);
  });

  it('leave the last fifth of what a vendor allows to those who wait for an answer', () => {
    keys.send('key', true)({ left: { share: 0.5, requests: 50, resetMs: 60_000 } });
    let sent = 0;
    for (; keys.waitMs('key', true) === 0; sent += 1) keys.send('key', true);
    expect(sent).toBe(30);
    expect(waits()).toEqual({ live: 0, bulk: 60_000 });
    now += 60_000;
    expect(waits().bulk).toBe(0);
  });

  it('leave it of tokens too, where only their share is known', () => {
    keys.send('key', false)({ left: { share: 0.1, requests: Number.POSITIVE_INFINITY, resetMs: 900 } });
    expect(waits()).toEqual({ live: 0, bulk: 900 });
  });

  it('get less bulk work at a time after each refusal, and more again with each answer', () => {
    const open = Array.from({ length: 8 }, () => keys.send('key', true));
    open.pop()?.({ pauseMs: 1000 });
    now += 5000;
    // Seven are under way, of which four may be.
    expect(waits()).toEqual({ live: 0, bulk: 50 });
    for (let answered = 0; answered < 3; answered += 1) open.pop()?.(undefined);
    expect(waits().bulk).toBe(0);
  });
});
