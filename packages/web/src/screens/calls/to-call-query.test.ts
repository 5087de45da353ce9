import { callFilterNames } from '@tendril/contract/api/call-views';
import { expect, it } from 'vitest';
import { toCallQuery } from './to-call-query.ts';
import type { CallFilter } from './use-call-filter.ts';

const none = Object.fromEntries(callFilterNames.map((name) => [name, ''])) as CallFilter;
const now = Date.UTC(2026, 4, 20, 12);

it('a filter asks the server for exactly what is set, and leaves tests out unless they are asked for', () => {
  expect(toCallQuery(none, now)).toEqual({ isServed: 'true' });
  expect(toCallQuery({ ...none, kind: 'test' }, now)).toEqual({ kind: 'test' });
  expect(
    toCallQuery({ ...none, sentiment: 'Negative', direction: 'inbound', agent: 'a1', longer: '60' }, now),
  ).toEqual({
    ...{ isServed: 'true', sentiment: 'Negative', direction: 'inbound', agentId: 'a1' },
    minDurationMs: 60_000,
  });
});

it('what happened in a call is asked for as it is typed, once it is a whole amount', () => {
  const typed = { reason: 'dial_busy', tool: 'book_slot', slower: '800', costlier: '0.25', said: 'thursday' };
  expect(toCallQuery({ ...none, ...typed }, now)).toEqual({
    ...{ isServed: 'true', reason: 'dial_busy', tool: 'book_slot', said: 'thursday' },
    ...{ minLatencyMs: 800, minCostUsd: 0.25 },
  });
  const wrong = { reason: 'bored', slower: '1.5', costlier: '0,25' };
  expect(toCallQuery({ ...none, ...wrong }, now)).toEqual({ isServed: 'true' });
});

it('days are whole days, and what an address has made up is left out', () => {
  const { from = 0, to = 0 } = toCallQuery({ ...none, from: '2026-05-01', to: '2026-05-01' }, now);
  expect(Number(to) - Number(from)).toBe(24 * 60 * 60_000 - 1);
  expect(toCallQuery({ ...none, since: 'week' }, now).from).toBe(now - 7 * 24 * 60 * 60_000);
  expect(
    toCallQuery({ ...none, kind: 'x', since: 'ages', longer: '-1', from: 'May', agent: '../x' }, now),
  ).toEqual({
    isServed: 'true',
  });
});
