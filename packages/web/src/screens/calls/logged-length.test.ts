import { expect, it } from 'vitest';
import { emptyCall } from '../../features/voice/call-view.ts';
import { loggedLength } from './logged-length.ts';

it('a call whose flow took half a second to load ends where its log and its recording end', () => {
  const end = { reason: 'user_hangup' as const, durationMs: 9_500, offsetMs: 10_020 };
  expect(loggedLength({ durationMs: 9_500, endedAt: 1 }, { ...emptyCall, end })).toBe(10_020);
});

it('a call without the event of its end is as long as its row says', () => {
  expect(loggedLength({ durationMs: 4_000, endedAt: 1 }, emptyCall)).toBe(4_000);
});

it('a call in progress is as long as what has happened in it', () => {
  const spans = [{ lane: 'caller' as const, startMs: 100, endMs: 700 }];
  expect(loggedLength({ durationMs: 0, endedAt: null }, { ...emptyCall, spans })).toBe(700);
});
