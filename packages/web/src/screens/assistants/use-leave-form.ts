import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { confirm } from '../../state/confirm-store.ts';
import { useSession } from '../../state/session-store.ts';
import { assistantTexts } from '../../texts/en/assistants.ts';
import { say } from '../../texts/texts.ts';

/** Asks before unsaved changes are left behind, inside the app and when the page goes. */
export function useLeaveForm(isDirty: boolean): void {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isDirty && useSession.getState().user !== null && currentLocation.pathname !== nextLocation.pathname,
  );

  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    const ask = async () => {
      const isSure = await confirm({
        title: say(assistantTexts, 'leaveTitle'),
        description: say(assistantTexts, 'leaveText'),
        confirmText: say(assistantTexts, 'leave'),
        cancelText: say(assistantTexts, 'stay'),
      });
      if (isSure) blocker.proceed();
      else blocker.reset();
    };
    void ask();
  }, [blocker]);

  useEffect(() => {
    if (!isDirty) return undefined;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isDirty]);
}
