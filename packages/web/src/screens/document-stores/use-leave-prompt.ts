import { type RefObject, useEffect } from 'react';
import { useBlocker } from 'react-router';
import { confirm } from '../../state/confirm-store.ts';
import { useSession } from '../../state/session-store.ts';
import { knowledgeWorkTexts } from '../../texts/en/knowledge-work.ts';
import { say } from '../../texts/texts.ts';

/** Asks before a form is left that holds what was not saved. */
export function useLeavePrompt(isDirty: RefObject<boolean>): void {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      // Whoever was signed out cannot stay.
      isDirty.current &&
      useSession.getState().user !== null &&
      currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    const ask = async () => {
      const isSure = await confirm({
        title: say(knowledgeWorkTexts, 'leaveTitle'),
        description: say(knowledgeWorkTexts, 'leaveText'),
        confirmText: say(knowledgeWorkTexts, 'leave'),
        cancelText: say(knowledgeWorkTexts, 'stay'),
      });
      if (isSure) blocker.proceed();
      else blocker.reset();
    };
    void ask();
  }, [blocker]);
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (isDirty.current) event.preventDefault();
    };
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isDirty]);
}
