import { longestMs, type Recording } from '@tendril/contract/page/record-question';
import { useEffect, useState } from 'preact/hooks';
import { IconButton } from './icon-button.tsx';
import { useWidget } from './widget-context.ts';

const tickMs = 250;

interface RecorderBarProps {
  recording: Recording;
  onSend: () => void;
  onCancel: () => void;
}

/** Replaces the field while somebody speaks. */
export function RecorderBar({ recording, onSend, onCancel }: RecorderBarProps) {
  const { t } = useWidget();
  const [elapsedMs, setElapsedMs] = useState(0);
  useEffect(() => {
    const startedAt = Date.now();
    const timer = setInterval(() => setElapsedMs(Math.min(Date.now() - startedAt, longestMs)), tickMs);
    return () => {
      clearInterval(timer);
      recording.cancel();
    };
  }, [recording]);
  const seconds = Math.floor(elapsedMs / 1000);
  const time = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  return (
    <div class="recorder">
      <span class="dots one red" aria-hidden="true" />
      <span class="grow">{t('recording', { time })}</span>
      <IconButton icon="close" label={t('recordCancel')} onClick={onCancel} />
      <IconButton icon="send" class="send" label={t('recordSend')} onClick={onSend} />
    </div>
  );
}
