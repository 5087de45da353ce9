import type { RefObject } from 'react';
import { useLeaveGuard } from '../../kit/state/use-leave-guard.ts';
import { knowledgeWorkTexts } from '../../kit/texts/en/knowledge-work.ts';
import { useTexts } from '../../kit/texts/texts.ts';

/** Asks before leaving a form with unsaved changes. */
export function useLeavePrompt(isDirty: RefObject<boolean>): void {
  const t = useTexts(knowledgeWorkTexts);
  useLeaveGuard({
    isUnsafe: () => isDirty.current,
    question: () => ({
      title: t('leaveTitle'),
      description: t('leaveText'),
      confirmText: t('leave'),
      cancelText: t('stay'),
    }),
  });
}
