import { useLeaveGuard } from '../../../kit/state/use-leave-guard.ts';
import { voicePromptTexts } from '../../../kit/texts/en/voice-prompt.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { fieldsOf } from './llm-edits.ts';
import { useLlmState } from './use-llm-session.ts';

/** Asks before unsent edits are left behind, only when neither the server nor this device has them. */
export function useLeaveEdits(): void {
  const t = useTexts(voicePromptTexts);
  const isLost = useLlmState(
    ({ edits, stage, keepFailure }) =>
      keepFailure !== '' && (stage === 'failed' || stage === 'clash') && fieldsOf(edits).length > 0,
  );
  useLeaveGuard({
    isUnsafe: () => isLost,
    question: () => ({
      title: t('leaveTitle'),
      description: t('leaveText'),
      confirmText: t('leave'),
      cancelText: t('stay'),
    }),
  });
}
