import { MessageSquare, Mic, Play } from 'lucide-react';
import { voiceCallTexts } from '../../../texts/en/voice-calls.ts';
import { useTexts } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import type { TestKind } from './last-kind.ts';
import styles from './test-panel.module.css';

/** The foot of the pane while no test runs; `onStart` without a kind takes the one of the last test. */
export function TestButtons({ onStart }: { onStart: (kind?: TestKind) => void }) {
  const t = useTexts(voiceCallTexts);
  return (
    <div className={styles['panel']}>
      <div className={styles['words']}>
        <h2>{t('title')}</h2>
        <p>{t('place')}</p>
      </div>
      <Button icon={<Mic size={18} />} onClick={() => onStart('audio')}>
        {t('testAudio')}
      </Button>
      <Button icon={<MessageSquare size={18} />} onClick={() => onStart('text')}>
        {t('testLlm')}
      </Button>
      <Button icon={<Play size={18} />} onClick={() => onStart()}>
        {t('test')}
      </Button>
    </div>
  );
}
