import { describe, expect, it } from 'vitest';
import { limitWords, readLimit } from './limit-values.ts';

describe('a limit', () => {
  const calls = { unit: 'count', most: 40 } as const;
  const time = { unit: 'milliseconds', most: 7_200_000 } as const;

  it.each([
    [calls, '', null],
    [calls, ' 7 ', 7],
    [calls, '40', 40],
    [calls, '41', 'aboveServer'],
    [calls, '0', 'wholeLimit'],
    [calls, '-1', 'wholeLimit'],
    [calls, '1.5', 'wholeLimit'],
    [calls, 'many', 'wholeLimit'],
    [{ ...calls, most: 0 }, '4000', 4000],
    [time, '15', 900_000],
    [time, '1,5', 90_000],
    [time, '0.001', 'wrongLimit'],
    [time, '121', 'aboveServer'],
  ] as const)('of %j typed as %j is read as %j', (state, typed, read) => {
    expect(readLimit(state, typed)).toBe(read);
  });

  it('is told with its unit, times in minutes', () => {
    const units = { megabytes: 'MB', minutes: 'minutes' };
    expect(limitWords({ unit: 'milliseconds' }, 90_000, units)).toBe('1.5 minutes');
    expect(limitWords({ unit: 'megabytes' }, 10_240, units)).toBe('10,240 MB');
    expect(limitWords({ unit: 'count' }, 3, units)).toBe('3');
    expect(limitWords({ unit: 'dollars' }, 12.5, units)).toBe('$12.50');
  });
});
