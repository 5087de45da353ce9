import { describe, expect, it } from 'vitest';
import { readAllowance } from './read-allowance.ts';

const now = Date.parse('2026-11-24T12:00:00Z');
const read = (status: number, headers: Record<string, string>) =>
  readAllowance(new Response(null, { status, headers }), now);

describe('what a vendor says of a key', () => {
  it.each([
    [429, { 'retry-after': '7' }, 7000],
    [429, { 'retry-after-ms': '250', 'retry-after': '1' }, 250],
    [429, { 'retry-after': 'Tue, 24 Nov 2026 12:00:05 GMT' }, 5000],
    [429, {}, 1000],
    [429, { 'retry-after': '86400' }, 120_000],
    [529, {}, 1000],
    [503, { 'retry-after': '3' }, 3000],
  ])('is a pause where it answers %i with %j', (status, headers, pauseMs) => {
    expect(read(status, headers)).toEqual({ pauseMs });
  });

  it('is nothing where it fails otherwise, or says nothing', () => {
    expect(read(503, {})).toBeUndefined();
    expect(read(500, { 'retry-after': '3' })).toBeUndefined();
    expect(read(200, { 'x-ratelimit-remaining-requests': 'many' })).toBeUndefined();
    expect(read(200, {})).toBeUndefined();
  });

  it('is what is scarcest of requests and tokens', () => {
    const requests = {
      'x-ratelimit-limit-requests': '100',
      'x-ratelimit-remaining-requests': '60',
      'x-ratelimit-reset-requests': '1m2.5s',
    };
    const tokens = {
      'x-ratelimit-limit-tokens': '10000',
      'x-ratelimit-remaining-tokens': '100',
      'x-ratelimit-reset-tokens': '20ms',
    };
    expect(read(200, requests)).toEqual({ left: { share: 0.6, requests: 60, resetMs: 62_500 } });
    const scarce = { share: 0.01, requests: Number.POSITIVE_INFINITY, resetMs: 20 };
    expect(read(200, { ...requests, ...tokens })).toEqual({ left: scarce });
  });

  it('is read of Anthropic, whose times are moments', () => {
    const headers = {
      'anthropic-ratelimit-requests-limit': '50',
      'anthropic-ratelimit-requests-remaining': '5',
      'anthropic-ratelimit-requests-reset': '2026-11-24T12:00:30Z',
    };
    expect(read(200, headers)).toEqual({ left: { share: 0.1, requests: 5, resetMs: 30_000 } });
  });
});
