import { SendHorizontal } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { voiceCallTexts } from '../../../kit/texts/en/voice-calls.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { IconButton } from '../../../kit/ui/icon-button.tsx';
import { TextInput } from '../../../kit/ui/text-input.tsx';
import styles from './test-panel.module.css';

interface TypedLineProps {
  isReady: boolean;
  /** What stands in it at first. */
  first?: string | undefined;
  onSay: (text: string) => void;
}

/** One line that is said in writing. What is sent before the agent is on the line waits for it. */
export function TypedLine({ isReady, first = '', onSay }: TypedLineProps) {
  const t = useTexts(voiceCallTexts);
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(first);
  // To be sent again, changed, or written over.
  useEffect(() => field.current?.select(), []);
  const [isWaiting, setWaiting] = useState(false);
  useEffect(() => {
    if (!isReady || !isWaiting) return;
    setWaiting(false);
    setText('');
    onSay(text.trim());
  }, [isReady, isWaiting, text, onSay]);
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() !== '') setWaiting(true);
  };
  return (
    <form className={styles['typed']} onSubmit={send}>
      <TextInput
        ref={field}
        size="large"
        aria-label={t('typeLabel')}
        placeholder={t('typeLabel')}
        value={text}
        maxLength={10_000}
        autoFocus
        onChange={(event) => {
          setWaiting(false);
          setText(event.target.value);
        }}
      />
      <IconButton type="submit" label={t('send')} aria-busy={isWaiting} disabled={text.trim() === ''}>
        <SendHorizontal size={18} />
      </IconButton>
    </form>
  );
}
