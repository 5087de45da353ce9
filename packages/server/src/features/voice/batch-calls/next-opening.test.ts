import { isOpenAt } from '@tendril/contract/voice/open-hours';
import { describe, expect, it } from 'vitest';
import { nextOpening } from './next-opening.ts';

const at = (text: string) => Date.parse(text);
const rows = [{ days: ['mon' as const, 'tue' as const, 'fri' as const], from: '09:00', to: '17:30' }];

describe('the next time at which calls may be placed', () => {
  it('is now inside of a window, and always without windows', () => {
    const now = at('2026-11-23T10:15:30Z');
    expect(nextOpening({ timezone: 'UTC', rows }, now)).toBe(now);
    expect(nextOpening({ timezone: 'UTC', rows: [] }, now)).toBe(now);
  });

  it('goes by the clock of the place and by its days', () => {
    const monday = at('2026-11-23T10:00:00Z');
    expect(nextOpening({ timezone: 'America/New_York', rows }, monday)).toBe(at('2026-11-23T14:00:00Z'));
    expect(nextOpening({ timezone: 'Asia/Kolkata', rows }, at('2026-11-23T12:00:00Z'))).toBe(
      at('2026-11-24T03:30:00Z'),
    );
    expect(nextOpening({ timezone: 'UTC', rows }, at('2026-11-24T17:30:00Z'))).toBe(
      at('2026-11-27T09:00:00Z'),
    );
    expect(nextOpening({ timezone: 'UTC', rows }, at('2026-11-27T18:00:00Z'))).toBe(
      at('2026-11-30T09:00:00Z'),
    );
  });

  it('knows windows over midnight', () => {
    const night = [{ days: ['sun' as const], from: '22:00', to: '02:00' }];
    const monday = at('2026-11-23T01:59:00Z');
    expect(nextOpening({ timezone: 'UTC', rows: night }, monday)).toBe(monday);
    expect(nextOpening({ timezone: 'UTC', rows: night }, at('2026-11-23T02:00:00Z'))).toBe(
      at('2026-11-29T22:00:00Z'),
    );
  });

  it('is right where clocks are changed on the way, in both directions', () => {
    const timezone = 'Europe/Berlin';
    const early = [{ days: ['sun' as const, 'mon' as const], from: '08:00', to: '10:00' }];
    // Summer time ends on October 25, and begins on March 28.
    expect(nextOpening({ timezone, rows: early }, at('2026-10-24T12:00:00Z'))).toBe(
      at('2026-10-25T07:00:00Z'),
    );
    expect(nextOpening({ timezone, rows: early }, at('2027-03-27T12:00:00Z'))).toBe(
      at('2027-03-28T06:00:00Z'),
    );
    // The hour in which it begins is left out that night.
    const lost = [{ days: ['sun' as const], from: '02:15', to: '04:00' }];
    const found = nextOpening({ timezone, rows: lost }, at('2027-03-27T12:00:00Z'));
    expect(isOpenAt({ timezone, rows: lost }, found)).toBe(true);
    expect(found).toBeLessThan(at('2027-03-28T02:00:00Z'));
  });
});
