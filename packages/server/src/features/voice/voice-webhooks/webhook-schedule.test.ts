import { describe, expect, it } from 'vitest';
import { nextDelayMs, webhookDelaysMs } from './webhook-schedule.ts';

describe('the schedule of webhooks', () => {
  it('P-10: makes 8 attempts over 27 h 35 min, the first three waits being 1 s, 5 s and 30 s', () => {
    expect(webhookDelaysMs).toHaveLength(7);
    expect(webhookDelaysMs.slice(0, 3)).toEqual([1000, 5000, 30_000]);
    const wholeMs = webhookDelaysMs.reduce((sum, delayMs) => sum + delayMs, 0);
    expect(Math.floor(wholeMs / 60_000)).toBe(27 * 60 + 35);
  });

  it('F-14: is kept to within a tenth, and never the same for all', () => {
    const middle = () => 0.5;
    for (const [place, delayMs] of webhookDelaysMs.entries()) {
      expect(nextDelayMs(place + 1, webhookDelaysMs, middle)).toBe(delayMs);
      for (const extreme of [0, 0.999]) {
        const jittered = nextDelayMs(place + 1, webhookDelaysMs, () => extreme) ?? 0;
        expect(jittered).not.toBe(delayMs);
        expect(Math.abs(jittered - delayMs)).toBeLessThan(delayMs / 10);
      }
    }
    expect(nextDelayMs(8)).toBeUndefined();
  });
});
