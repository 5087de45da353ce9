import { FileAudio, Upload, X } from 'lucide-react';
import { useId, useRef } from 'react';
import { formatBytes } from '../../../kit/lib/format-bytes.ts';
import { customVoiceTexts } from '../../../kit/texts/en/custom-voice.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { Button } from '../../../kit/ui/button.tsx';
import { IconButton } from '../../../kit/ui/icon-button.tsx';
import styles from './custom-voice-dialog.module.css';

const mostBytes = 10 * 1024 * 1024;
const endings = '.mp3,.wav,.ogg,.oga,.webm,.m4a,.mp4,.flac';

interface SampleFieldProps {
  sample: File | null;
  error: string | undefined;
  onSample: (sample: File | null) => void;
  onError: (field: 'sample', message: string | undefined) => void;
}

/** A recording that may come with a voice. */
export function SampleField({ sample, error, onSample, onError }: SampleFieldProps) {
  const t = useTexts(customVoiceTexts);
  const input = useRef<HTMLInputElement>(null);
  const noteId = useId();
  const take = (file: File | undefined) => {
    if (input.current) input.current.value = '';
    if (!file) return;
    onSample(file);
    onError('sample', file.size > mostBytes ? t('sampleTooLarge') : undefined);
  };
  const forget = () => {
    onSample(null);
    onError('sample', undefined);
  };
  return (
    <div className={styles['field']}>
      <span className={styles['label']}>{t('sample')}</span>
      <input
        ref={input}
        type="file"
        accept={endings}
        hidden
        aria-label={t('chooseSample')}
        onChange={(event) => take(event.target.files?.[0])}
      />
      {sample ? (
        <span className={styles['sample']}>
          <FileAudio size={20} aria-hidden />
          <span className={styles['file']}>{sample.name}</span>
          <span className={styles['size']}>{formatBytes(sample.size)}</span>
          <IconButton label={t('removeSample')} size="small" onClick={forget}>
            <X size={16} />
          </IconButton>
        </span>
      ) : (
        <span>
          <Button
            icon={<Upload size={20} />}
            aria-describedby={noteId}
            onClick={() => input.current?.click()}
          >
            {t('chooseSample')}
          </Button>
        </span>
      )}
      <span id={noteId} className={styles[error ? 'error' : 'hint']} role={error ? 'alert' : undefined}>
        {error ?? t('sampleHint')}
      </span>
    </div>
  );
}
