import { CircleAlert } from 'lucide-react';
import { saveReason } from '../../../features/voice-agent/save-reason.ts';
import { voiceAfterCallTexts } from '../../../kit/texts/en/voice-after-call.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { Button } from '../../../kit/ui/button.tsx';
import styles from './after-call.module.css';
import type { Setting } from './use-setting.ts';

/** Why a setting could not be saved, and another try; nothing while all is well. */
export function SaveFault({ setting }: { setting: Pick<Setting<unknown>, 'error' | 'retry' | 'isSaving'> }) {
  const t = useTexts(voiceAfterCallTexts);
  if (setting.error === undefined) return null;
  return (
    <p role="alert" className={styles['fault']}>
      <CircleAlert size={16} aria-hidden />
      <span>{t('notSaved', { reason: saveReason(setting.error) })}</span>
      <Button size="small" look="quiet" isBusy={setting.isSaving} onClick={setting.retry}>
        {t('retry')}
      </Button>
    </p>
  );
}
