import { canRecord } from '@tendril/contract/page/record-question';
import { ArrowUp, Mic, X } from 'lucide-react';
import { toMessage } from '../../kit/lib/to-message.ts';
import { notify } from '../../kit/state/notifier-store.ts';
import { chatTexts } from '../../kit/texts/en/chat.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { IconButton } from '../../kit/ui/icon-button.tsx';
import styles from './composer.module.css';
import type { Enclosed } from './use-chat.ts';
import type { Recorder } from './use-recorder.ts';

const secondMs = 1000;

function clock(ms: number): string {
  const seconds = Math.floor(ms / secondMs);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** Starts a recording. */
export function RecordButton({ recorder, isDisabled }: { recorder: Recorder; isDisabled: boolean }) {
  const t = useTexts(chatTexts);
  const start = async () => {
    if (!canRecord()) {
      notify(t('recordMissing'), 'error');
      return;
    }
    await recorder
      .start()
      .catch((thrown: unknown) => notify(t('recordFailed', { reason: toMessage(thrown) }), 'error'));
  };
  return (
    <IconButton
      label={t('record')}
      className={styles['tool'] ?? ''}
      disabled={isDisabled}
      onClick={() => void start()}
    >
      <Mic size={20} />
    </IconButton>
  );
}

/** Stands in place of the field while somebody speaks. */
export function RecorderBar({
  recorder,
  onSend,
}: {
  recorder: Recorder;
  onSend: (enclosed: Enclosed) => void;
}) {
  const t = useTexts(chatTexts);
  const send = async () => {
    const upload = await recorder.finish();
    if (upload) onSend({ uploads: [upload], files: [{ name: t('spokenQuestion'), mime: upload.mime }] });
  };
  return (
    <>
      <IconButton label={t('recordCancel')} className={styles['tool'] ?? ''} onClick={recorder.cancel}>
        <X size={20} />
      </IconButton>
      <p className={styles['recording']} role="status">
        <i aria-hidden="true" />
        {t('recording', { time: clock(recorder.elapsedMs) })}
      </p>
      <IconButton label={t('recordSend')} className={styles['send'] ?? ''} onClick={() => void send()}>
        <ArrowUp size={20} />
      </IconButton>
    </>
  );
}
