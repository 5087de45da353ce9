import { ArrowUp, Paperclip, Square } from 'lucide-react';
import {
  type ClipboardEvent,
  type CSSProperties,
  type KeyboardEvent,
  type RefObject,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { chatTexts } from '../../kit/texts/en/chat.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { IconButton } from '../../kit/ui/icon-button.tsx';
import { AttachmentChips } from './attachment-chips.tsx';
import styles from './composer.module.css';
import { freshHistory, stepHistory } from './input-history.ts';
import { RecordButton, RecorderBar } from './recorder-bar.tsx';
import type { Attachments } from './use-attachments.ts';
import type { Enclosed } from './use-chat.ts';
import { useRecorder } from './use-recorder.ts';

export interface ComposerProps {
  look: 'panel' | 'page';
  placeholder: string;
  /** Questions asked before, oldest first, for ↑ and ↓. */
  questions: readonly string[];
  isRunning: boolean;
  canAsk: boolean;
  /** Input is disabled. */
  isClosed?: boolean;
  /** Id of the text that says why nothing can be asked. */
  refusalId?: string | undefined;
  onAsk: (question: string, enclosed?: Enclosed) => void;
  onStop: () => void;
  /** Puts the cursor here when it turns true; on the chat page at once. */
  isOpen: boolean;
  field: RefObject<HTMLTextAreaElement | null>;
  /** Given: files can go along; `accept` is what a file dialog offers. */
  attachments?: Attachments | undefined;
  accept?: string;
  /** Largest file, in words. */
  sizeLimit?: string;
  canSpeak?: boolean;
  sendStyle?: CSSProperties | undefined;
}

const historySteps: Readonly<Record<string, -1 | 1>> = { ArrowUp: -1, ArrowDown: 1 };

/** The field for a question: grows to six lines, Enter sends, Shift Enter breaks the line, Esc stops. */
export function Composer(props: ComposerProps) {
  const { look, isRunning, canAsk, onAsk, attachments, canSpeak = false, sendStyle } = props;
  const t = useTexts(chatTexts);
  const recorder = useRecorder();
  const [text, setText] = useState('');
  const hasFiles = (attachments?.items.length ?? 0) > 0;
  const isReady = canAsk && !isRunning && attachments?.isReading !== true;
  const isSendable = isReady && (text.trim() !== '' || hasFiles);
  const send = () => {
    if (!isSendable) return;
    if (hasFiles) onAsk(text.trim(), attachments?.take());
    else onAsk(text.trim());
    setText('');
  };
  return (
    <div className={styles['box']} data-composer={look}>
      {attachments && <AttachmentChips items={attachments.items} onRemove={attachments.remove} />}
      <div className={styles[look]} style={sendStyle}>
        {recorder.isRecording ? (
          <RecorderBar recorder={recorder} onSend={(enclosed) => onAsk('', enclosed)} />
        ) : (
          <>
            {attachments && (
              <AttachButton
                attachments={attachments}
                accept={props.accept}
                label={t('attach', { limit: props.sizeLimit ?? '' })}
                isDisabled={!canAsk}
              />
            )}
            <QuestionField {...props} text={text} setText={setText} send={send} />
            {canSpeak && <RecordButton recorder={recorder} isDisabled={!isReady} />}
            <SendButton isRunning={isRunning} isSendable={isSendable} onSend={send} onStop={props.onStop} />
          </>
        )}
      </div>
    </div>
  );
}

interface QuestionFieldProps extends ComposerProps {
  text: string;
  setText: (text: string) => void;
  send: () => void;
}

function QuestionField(props: QuestionFieldProps) {
  const { look, placeholder, questions, isRunning, isClosed, refusalId, onStop, isOpen, field } = props;
  const { text, setText, send, attachments } = props;
  const [history, setHistory] = useState(freshHistory);

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
      setHistory(freshHistory);
    } else if (event.key === 'Escape' && isRunning) {
      event.preventDefault();
      event.stopPropagation();
      onStop();
    } else if (step !== undefined && !hasModifier(event)) recall(event, step);
  };
  const onPaste = (event: ClipboardEvent) => {
    const files = [...event.clipboardData.files];
    if (!attachments || files.length === 0) return;
    event.preventDefault();
    attachments.add(files);
  };
  return (
    <textarea
      ref={field}
      rows={1}
      value={text}
      disabled={isClosed}
      aria-label={placeholder}
      aria-describedby={refusalId}
      placeholder={placeholder}
      onChange={(event) => {
        setText(event.target.value);
        setHistory(freshHistory);
      }}
      onKeyDown={onKeyDown}
      onPaste={onPaste}
    />
  );
}

interface AttachButtonProps {
  attachments: Attachments;
  accept: string | undefined;
  label: string;
  isDisabled: boolean;
}

function AttachButton({ attachments, accept, label, isDisabled }: AttachButtonProps) {
  const picker = useRef<HTMLInputElement>(null);
  return (
    <>
      <IconButton
        label={label}
        className={styles['tool'] ?? ''}
        disabled={isDisabled}
        onClick={() => picker.current?.click()}
      >
        <Paperclip size={20} />
      </IconButton>
      <input
        ref={picker}
        type="file"
        multiple
        hidden
        aria-label={label}
        accept={accept}
        onChange={(event) => {
          attachments.add([...(event.target.files ?? [])]);
          event.target.value = '';
        }}
      />
    </>
  );
}

function SendButton({
  isRunning,
  isSendable,
  onSend,
  onStop,
}: {
  isRunning: boolean;
  isSendable: boolean;
  onSend: () => void;
  onStop: () => void;
}) {
  const t = useTexts(chatTexts);
  return isRunning ? (
    <IconButton label={t('stop')} className={styles['stop'] ?? ''} onClick={onStop}>
      <Square size={16} />
    </IconButton>
  ) : (
    <IconButton label={t('send')} className={styles['send'] ?? ''} disabled={!isSendable} onClick={onSend}>
      <ArrowUp size={20} />
    </IconButton>
  );
}

function hasModifier({ shiftKey, ctrlKey, altKey, metaKey }: KeyboardEvent): boolean {
  return shiftKey || ctrlKey || altKey || metaKey;
}

// The style sheet ends the growth after six lines.
function fitHeight(field: HTMLTextAreaElement): void {
  field.style.blockSize = 'auto';
  // A field that is not shown has no height yet, and would stay flat.
  if (field.scrollHeight > 0) field.style.blockSize = `${field.scrollHeight}px`;
}
