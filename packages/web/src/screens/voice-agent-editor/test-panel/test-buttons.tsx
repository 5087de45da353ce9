import { MessageSquare, Mic, Play } from 'lucide-react';
import { voiceCallTexts } from '../../../kit/texts/en/voice-calls.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { Button } from '../../../kit/ui/button.tsx';
import type { TestKind } from './last-kind.ts';
import styles from './test-panel.module.css';

interface TestButtonsProps {
  /** Without a kind it takes the one of the last test. */
  onStart: (kind?: TestKind) => void;
  /** The button that takes the cursor: a test of its kind was just closed. */
  focused: TestKind | undefined;
}

/** The foot of the pane while no test runs. */
export function TestButtons({ onStart, focused }: TestButtonsProps) {
  const t = useTexts(voiceCallTexts);
  return (
    <div className={styles['panel']}>
      <div className={styles['words']}>
        <h2>{t('title')}</h2>
        <p>{t('place')}</p>
      </div>
      <div className={styles['kinds']}>
        <Button autoFocus={focused === 'audio'} icon={<Mic size={18} />} onClick={() => onStart('audio')}>
          {t('testAudio')}
        </Button>
        <Button
          autoFocus={focused === 'text'}
          icon={<MessageSquare size={18} />}
          onClick={() => onStart('text')}
        >
          {t('testLlm')}
        </Button>
        <Button icon={<Play size={18} />} onClick={() => onStart()}>
          {t('test')}
        </Button>
      </div>
    </div>
  );
}
