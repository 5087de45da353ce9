import { GitCompare, History, X } from 'lucide-react';
import { useState } from 'react';
import { relativeTime } from '../../../kit/lib/relative-time.ts';
import { voicePromptTexts } from '../../../kit/texts/en/voice-prompt.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { Button } from '../../../kit/ui/button.tsx';
import { IconButton } from '../../../kit/ui/icon-button.tsx';
import { ClashDialog } from './clash-dialog.tsx';
import styles from './edit-notes.module.css';
import { useLlmSession, useLlmState } from './use-llm-session.ts';

/** What has to be known about the edits: somebody else changed the same, or an earlier visit's were taken up. */
export function EditNotes() {
  const t = useTexts(voicePromptTexts);
  const session = useLlmSession();
  const clash = useLlmState((state) => state.clash);
  const recoveredFrom = useLlmState((state) => state.recoveredFrom);
  const [isChoosing, setChoosing] = useState(false);
  return (
    <>
      {clash && (
        <div className={styles['note']} role="alert">
          <GitCompare size={16} aria-hidden />
          <p>{t('clashBar')}</p>
          <Button size="small" onClick={() => setChoosing(true)}>
            {t('clashOpen')}
          </Button>
        </div>
      )}
      {recoveredFrom !== null && (
        <div className={styles['quiet']} role="status">
          <History size={16} aria-hidden />
          <p>{t('recovered', { when: relativeTime(recoveredFrom) })}</p>
          <IconButton
            label={t('dismiss')}
            size="small"
            onClick={() => session.store.setState({ recoveredFrom: null })}
          >
            <X size={16} />
          </IconButton>
        </div>
      )}
      {clash && isChoosing && <ClashDialog clash={clash} onClose={() => setChoosing(false)} />}
    </>
  );
}
