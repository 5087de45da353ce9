import { Keyboard, Mic, MicOff, Phone, PhoneOff } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { voiceCallTexts } from '../../../kit/texts/en/voice-calls.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { Button } from '../../../kit/ui/button.tsx';
import { IconButton } from '../../../kit/ui/icon-button.tsx';
import { DevicePicker } from './device-picker.tsx';
import { MicMeter } from './mic-meter.tsx';
import type { RunningTestProps } from './running-test.tsx';
import styles from './test-panel.module.css';
import { TypedLine } from './typed-line.tsx';

/** What the caller can do: mute, choose a microphone, write, hang up; or call again. */
export function ControlBar({ test, kind, rewound, onStart }: RunningTestProps) {
  const t = useTexts(voiceCallTexts);
  const [isTyping, setTyping] = useState(false);
  const { call, isMuted } = test;
  const foot = useFocusAtEnd(test.state === 'over');
  if (test.state === 'over') {
    return (
      <footer ref={foot} className={styles['controls']}>
        <span className={styles['gap']} />
        <Button onClick={() => call.reset()}>{t('close')}</Button>
        <Button data-again icon={<Phone size={18} />} onClick={() => onStart(kind)}>
          {t(kind === 'audio' ? 'again' : 'againText')}
        </Button>
      </footer>
    );
  }
  const isTextShown = kind === 'text' || isTyping;
  return (
    <>
      {isTextShown && (
        <TypedLine
          // A rewound call begins with the words that were said there.
          key={rewound?.id}
          first={rewound?.words}
          isReady={test.state === 'running'}
          onSay={call.say}
        />
      )}
      <footer className={styles['controls']}>
        {kind === 'audio' && (
          <>
            <IconButton
              label={t(isMuted ? 'unmute' : 'mute')}
              aria-pressed={isMuted}
              onClick={() => call.setMuted(!isMuted)}
            >
              {isMuted ? <MicOff size={20} /> : <Mic size={20} />}
            </IconButton>
            <MicMeter levels={call.levels} isMuted={isMuted} />
            {test.state === 'running' && <DevicePicker onChoose={(id) => call.takeDevice(id)} />}
          </>
        )}
        <span className={styles['gap']} />
        {kind === 'audio' && (
          <Button
            look="quiet"
            className={styles['instead']}
            icon={<Keyboard size={18} />}
            aria-pressed={isTyping}
            onClick={() => setTyping(!isTyping)}
          >
            {t('typeInstead')}
          </Button>
        )}
        <Button look="danger" icon={<PhoneOff size={18} />} onClick={() => call.hangUp()}>
          {t('endCall')}
        </Button>
      </footer>
    </>
  );
}

/** Who pressed a button that is gone with the call goes on at the one that calls again. */
function useFocusAtEnd(isOver: boolean) {
  const foot = useRef<HTMLElement>(null);
  useEffect(() => {
    const isLost = document.activeElement === null || document.activeElement === document.body;
    if (isOver && isLost) foot.current?.querySelector<HTMLElement>('[data-again]')?.focus();
  }, [isOver]);
  return foot;
}
