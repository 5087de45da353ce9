import { useLeaveGuard } from '../../kit/state/use-leave-guard.ts';
import { assistantTexts } from '../../kit/texts/en/assistants.ts';
import { useTexts } from '../../kit/texts/texts.ts';

/** Asks before unsaved changes of the form are left behind. */
export function useLeaveForm(isDirty: boolean): void {
  const t = useTexts(assistantTexts);
  useLeaveGuard({
    isUnsafe: () => isDirty,
    question: () => ({
      title: t('leaveTitle'),
      description: t('leaveText'),
      confirmText: t('leave'),
      cancelText: t('stay'),
    }),
  });
}
