import type { LimitState } from '@tendril/contract/api/workspace-limits';
import { useEffect } from 'react';
import { limitWords } from '../../features/workspace/limit-values.ts';
import { enqueueSnackbar } from '../../kit/state/notifier-store.ts';
import { shellTexts } from '../../kit/texts/en/shell.ts';
import { workspaceTexts } from '../../kit/texts/en/workspace.ts';
import { useTexts } from '../../kit/texts/texts.ts';

/** What has been announced in this window: once when four fifths are used, once when all is. */
const announced = new Set<string>();

/** Puts a message behind the bell when a quota is nearly used up, and another when it is. */
export function useLimitNotices(near: readonly LimitState[] | undefined): void {
  const t = useTexts(shellTexts);
  const words = useTexts(workspaceTexts);
  useEffect(() => {
    if (!near) return;
    // What has room again is announced again.
    for (const key of announced)
      if (!near.some(({ name }) => key.startsWith(`limit-${name}-`))) announced.delete(key);
    const units = { megabytes: words('megabytes'), minutes: words('minutes') };
    for (const state of near) {
      const isFull = state.used >= state.value;
      const key = `limit-${state.name}-${isFull ? 'full' : 'near'}`;
      if (announced.has(key) || announced.has(`limit-${state.name}-full`)) continue;
      announced.add(key);
      const message = t(isFull ? 'limitReached' : 'limitNear', {
        name: words(state.name),
        used: limitWords(state, state.used, units),
        value: limitWords(state, state.value, units),
      });
      enqueueSnackbar(message, { key, variant: isFull ? 'error' : 'warning' });
    }
  }, [near, t, words]);
}
