import { afterEach, expect, it, vi } from 'vitest';
import { useNotifier } from '../../kit/state/notifier-store.ts';
import { runExport } from './run-export.ts';

afterEach(() => {
  vi.restoreAllMocks();
  useNotifier.setState({ notifications: [] });
});

it('SP-17, SP-32: an export that takes 5 minutes is given up, with a toast that stays', async () => {
  const over = new AbortController();
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(over.signal);
  // A server that never answers: the request ends when its time is over.
  vi.spyOn(globalThis, 'fetch').mockImplementation(
    (_address, options) =>
      new Promise((_resolve, reject) => {
        options?.signal?.addEventListener('abort', () => reject(options.signal?.reason));
      }),
  );
  const exported = runExport({ chatflow: true }, () => undefined);
  expect(timeout.mock.calls).toEqual([[5 * 60 * 1000]]);
  over.abort(new DOMException('The time is over.', 'TimeoutError'));
  await exported;
  expect(useNotifier.getState().notifications).toMatchObject([
    {
      message: 'Failed to export: The export took longer than 5 minutes.',
      options: { variant: 'error', persist: true },
    },
  ]);
});
