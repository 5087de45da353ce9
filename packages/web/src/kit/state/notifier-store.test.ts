import { beforeEach, expect, it, vi } from 'vitest';
import {
  closeSnackbar,
  enqueueSnackbar,
  notifierLimits,
  notifyError,
  removeSnackbar,
  useNotifier,
} from './notifier-store.ts';

beforeEach(() => useNotifier.setState({ notifications: [], history: [] }));

const queue = () => useNotifier.getState().notifications;

it('STATE-12, NOTIFY-08: enqueue adds a notification under the key of its options', () => {
  expect(enqueueSnackbar('hello', { key: 'k' })).toBe('k');
  expect(queue()).toEqual([{ key: 'k', message: 'hello', options: { key: 'k' }, dismissed: false }]);
});

it('NOTIFY-09: without a key it is time plus a random part, so two in one millisecond differ', () => {
  vi.spyOn(Date, 'now').mockReturnValue(1000);
  const [first, second] = [enqueueSnackbar('a'), enqueueSnackbar('b')];
  expect(first).toBeGreaterThanOrEqual(1000);
  expect(first).toBeLessThan(1001);
  expect(first).not.toBe(second);
  vi.restoreAllMocks();
});

it('STATE-13, NOTIFY-03: close with a key dismisses that one', () => {
  enqueueSnackbar('a', { key: 'a' });
  enqueueSnackbar('b', { key: 'b' });
  closeSnackbar('a');
  expect(queue().map((item) => item.dismissed)).toEqual([true, false]);
});

it('STATE-14: close without a key dismisses all', () => {
  enqueueSnackbar('a');
  enqueueSnackbar('b');
  closeSnackbar();
  expect(queue().every((item) => item.dismissed)).toBe(true);
});

it('STATE-15, NOTIFY-03: remove deletes one from the queue', () => {
  enqueueSnackbar('a', { key: 'a' });
  enqueueSnackbar('b', { key: 'b' });
  removeSnackbar('a');
  expect(queue().map((item) => item.key)).toEqual(['b']);
});

it('STATE-03: the history keeps the last twenty, newest first', () => {
  for (let count = 0; count < 25; count += 1) enqueueSnackbar(`m${count}`);
  const { history } = useNotifier.getState();
  expect(history).toHaveLength(20);
  expect(history[0]?.message).toBe('m24');
});

it('NOTIFY-15: a failure is shown in a toast that stays', () => {
  notifyError(new Error('broken'));
  expect(queue()[0]).toMatchObject({ message: 'broken', options: { variant: 'error', persist: true } });
});

it('CONST-05: the limits are those of the specification', () => {
  expect(notifierLimits).toMatchObject({
    maxShown: 3,
    hideAfterMs: 5000,
    hideSuccessAfterMs: 6000,
    resumeShare: 0.5,
    enterMs: 225,
    exitMs: 195,
  });
});
