import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { confirm } from '../../state/confirm-store.ts';
import { useSession } from '../../state/session-store.ts';
import { phoneNumberTexts } from '../../texts/en/phone-numbers.ts';
import { say } from '../../texts/texts.ts';
import { useNumberEdits } from './number-edits-store.ts';

/** Asks before the page is left while numbers hold what was not saved; whoever leaves all the same drops it. */
export function useLeavePrompt(edited: readonly string[]): void {
  const isDirty = edited.length > 0;
  const names = edited.join(', ');
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      // Whoever was signed out cannot stay.
      isDirty && useSession.getState().user !== null && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    const ask = async () => {
      const isSure = await confirm({
        title: say(phoneNumberTexts, 'leaveTitle'),
        description: say(phoneNumberTexts, 'leaveText', { numbers: names }),
        confirmText: say(phoneNumberTexts, 'leave'),
        cancelText: say(phoneNumberTexts, 'stay'),
      });
      if (!isSure) return blocker.reset();
      useNumberEdits.setState({}, true);
      blocker.proceed();
    };
    void ask();
  }, [blocker, names]);
  useEffect(() => {
    if (!isDirty) return undefined;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isDirty]);
}
