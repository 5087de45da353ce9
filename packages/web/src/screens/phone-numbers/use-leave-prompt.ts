import { useLeaveGuard } from '../../kit/state/use-leave-guard.ts';
import { phoneNumberTexts } from '../../kit/texts/en/phone-numbers.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { useNumberEdits } from './number-edits-store.ts';

/** Asks before the page is left while numbers hold what was not saved; whoever leaves all the same drops it. */
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
