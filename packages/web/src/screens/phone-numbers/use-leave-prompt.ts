import { useLeaveGuard } from '../../kit/state/use-leave-guard.ts';
import { phoneNumberTexts } from '../../kit/texts/en/phone-numbers.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { useNumberEdits } from './number-edits-store.ts';

/** Asks before leaving the page with unsaved changes to numbers; leaving discards them. */
export function useLeavePrompt(edited: readonly string[]): void {
  const t = useTexts(phoneNumberTexts);
  useLeaveGuard({
    isUnsafe: () => edited.length > 0,
    question: () => ({
      title: t('leaveTitle'),
      description: t('leaveText', { numbers: edited.join(', ') }),
      confirmText: t('leave'),
      cancelText: t('stay'),
    }),
    onLeave: () => useNumberEdits.setState({}, true),
  });
}
