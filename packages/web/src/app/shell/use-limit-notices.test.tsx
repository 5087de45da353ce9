import type { LimitState } from '@tendril/contract/api/workspace-limits';
import { renderHook } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { clearHistory, useNotifier } from '../../kit/state/notifier-store.ts';
import { useLimitNotices } from './use-limit-notices.ts';

const events = (used: number): LimitState => ({
  ...{ name: 'workspaceEventsMb', unit: 'megabytes', value: 10, own: 10, most: 0, used },
});
const behindBell = () => useNotifier.getState().history.map(({ message, variant }) => [variant, message]);

beforeEach(clearHistory);

it('puts one message behind the bell at four fifths of a quota, one when it is full, and again later', () => {
  const { rerender } = renderHook(({ near }) => useLimitNotices(near), {
    initialProps: { near: [events(8.2)] as LimitState[] | undefined },
  });
  const near = ['warning', 'This workspace is close to its limit: Steps and traces, 8.2 MB of 10 MB used.'];
  expect(behindBell()).toEqual([near]);
  rerender({ near: [events(8.2)] });
  rerender({ near: undefined });
  expect(behindBell()).toEqual([near]);
  rerender({ near: [events(10)] });
  const full = ['error', 'This workspace has reached its limit: Steps and traces, 10 MB of 10 MB used.'];
  expect(behindBell()).toEqual([full, near]);
  rerender({ near: [events(9)] });
  expect(behindBell()).toEqual([full, near]);
  rerender({ near: [] });
  rerender({ near: [events(8.2)] });
  expect(behindBell()).toEqual([near, full, near]);
});
