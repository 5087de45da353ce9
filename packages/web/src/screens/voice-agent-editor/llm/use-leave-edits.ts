import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { confirm } from '../../../state/confirm-store.ts';
import { useSession } from '../../../state/session-store.ts';
import { voicePromptTexts } from '../../../texts/en/voice-prompt.ts';
import { say } from '../../../texts/texts.ts';
import { fieldsOf } from './llm-edits.ts';
import { useLlmState } from './use-llm-desk.ts';

/** Asks before unsent edits are left behind, only when neither the server nor this device has them. */
export function useLeaveEdits(): void {
  const isLost = useLlmState(
    ({ edits, stage, keepFailure }) =>
      keepFailure !== '' && (stage === 'failed' || stage === 'clash') && fieldsOf(edits).length > 0,
  );
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isLost && useSession.getState().user !== null && currentLocation.pathname !== nextLocation.pathname,
  );

  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    const ask = async () => {
      const isSure = await confirm({
        title: say(voicePromptTexts, 'leaveTitle'),
        description: say(voicePromptTexts, 'leaveText'),
        confirmText: say(voicePromptTexts, 'leave'),
        cancelText: say(voicePromptTexts, 'stay'),
      });
      if (isSure) blocker.proceed();
      else blocker.reset();
    };
    void ask();
  }, [blocker]);

  useEffect(() => {
    if (!isLost) return undefined;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isLost]);
}
