import { ArrowUp, Square } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { chatTexts } from '../texts/en/chat.ts';
import { useTexts } from '../texts/texts.ts';
import { IconButton } from '../ui/icon-button.tsx';
import styles from './composer.module.css';
import { freshHistory, stepHistory } from './input-history.ts';

export interface ComposerProps {
  look: 'panel' | 'page';
  placeholder: string;
  /** Questions asked before, oldest first, for ↑ and ↓. */
  questions: readonly string[];
  isRunning: boolean;
  canAsk: boolean;
  /** Id of the text that says why nothing can be asked. */
  refusalId?: string | undefined;
  onAsk: (question: string) => void;
  onStop: () => void;
  /** Puts the cursor here when it turns true; on the chat page at once. */
  isOpen: boolean;
  field: RefObject<HTMLTextAreaElement | null>;
}

const historySteps: Readonly<Record<string, -1 | 1>> = { ArrowUp: -1, ArrowDown: 1 };

/** The field for a question: grows to six lines, Enter sends, Shift Enter breaks the line, Esc stops. */
export function Composer(props: ComposerProps) {
  const { look, placeholder, questions, isRunning, canAsk, refusalId, onAsk, onStop, isOpen, field } = props;
  const t = useTexts(chatTexts);
  const [text, setText] = useState('');
  const [history, setHistory] = useState(freshHistory);
  const isSendable = canAsk && !isRunning && text.trim() !== '';

  // biome-ignore lint/correctness/useExhaustiveDependencies: the height follows the text
  useLayoutEffect(() => {
    if (field.current) fitHeight(field.current);
  }, [text, isOpen]);
  // On the canvas a panel that was open from the start leaves the focus alone.
  const wasOpen = useRef(look === 'panel' && isOpen);
  useLayoutEffect(() => {
    if (isOpen && !wasOpen.current) field.current?.focus({ preventScroll: true });
    wasOpen.current = isOpen;
  }, [isOpen, field]);

  const send = () => {
    if (!isSendable) return;
    onAsk(text.trim());
    setText('');
    setHistory(freshHistory);
  };
  const recall = (event: KeyboardEvent<HTMLTextAreaElement>, step: -1 | 1) => {
    const { selectionStart, selectionEnd, value } = event.currentTarget;
    const edge = step === -1 ? 0 : value.length;
    // Inside a longer text the arrows move the cursor.
    if (history.place === 0 && (selectionStart !== edge || selectionEnd !== edge)) return;
    const next = stepHistory(history, questions, text, step);
    if (!next) return;
    event.preventDefault();
    setHistory(next.history);
    setText(next.text);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    // Enter that ends the writing of a composed letter is not for us.
    if (event.nativeEvent.isComposing) return;
    const step = historySteps[event.key];
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault();
      send();
    } else if (event.key === 'Escape' && isRunning) {
      event.preventDefault();
      event.stopPropagation();
      onStop();
    } else if (step !== undefined && !hasModifier(event)) recall(event, step);
  };
  return (
    <div className={styles[look]}>
      <textarea
        ref={field}
        rows={1}
        value={text}
        aria-label={placeholder}
        aria-describedby={refusalId}
        placeholder={placeholder}
        onChange={(event) => {
          setText(event.target.value);
          setHistory(freshHistory);
        }}
        onKeyDown={onKeyDown}
      />
      {isRunning ? (
        <IconButton label={t('stop')} className={styles['stop'] ?? ''} onClick={onStop}>
          <Square size={16} />
        </IconButton>
      ) : (
        <IconButton label={t('send')} className={styles['send'] ?? ''} disabled={!isSendable} onClick={send}>
          <ArrowUp size={20} />
        </IconButton>
      )}
    </div>
  );
}

function hasModifier({ shiftKey, ctrlKey, altKey, metaKey }: KeyboardEvent): boolean {
  return shiftKey || ctrlKey || altKey || metaKey;
}

// The style sheet ends the growth after six lines.
function fitHeight(field: HTMLTextAreaElement): void {
  field.style.blockSize = 'auto';
  field.style.blockSize = `${field.scrollHeight}px`;
}
