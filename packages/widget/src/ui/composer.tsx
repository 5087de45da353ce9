import { canRecord, type Recording, startRecording } from '@tendril/contract/page/record-question';
import type { RefObject } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { mustLeaveLead } from '../chat/chat-state.ts';
import { acceptedKinds } from '../chat/file-rules.ts';
import { AttachmentList } from './attachment-list.tsx';
import { IconButton } from './icon-button.tsx';
import { RecorderBar } from './recorder-bar.tsx';
import type { Attachments } from './use-attachments.ts';
import { useWidget } from './widget-context.ts';

export interface ComposerProps {
  field: RefObject<HTMLTextAreaElement | null>;
  attachments: Attachments;
}

/** Where a question is typed or spoken, and gets its attachments. */
export function Composer({ field, attachments }: ComposerProps) {
  const { chat, state, t } = useWidget();
  const [recording, setRecording] = useState<Recording>();
  const [problem, setProblem] = useState('');
  const isClosed = mustLeaveLead(state);

  const record = () =>
    startRecording().then(
      (started) => {
        setProblem('');
        setRecording(started);
      },
      () => setProblem(t('noMicrophone')),
    );
  const endRecording = async (isSent: boolean) => {
    const sound = isSent ? await recording?.finish() : undefined;
    setRecording(undefined);
    if (sound) chat.ask('', { uploads: [sound], names: [] });
    field.current?.focus();
  };
  return (
    <div class="composer">
      <AttachmentList attachments={attachments} />
      {problem !== '' && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
      {isClosed && <p class="hint">{t('leadFirst')}</p>}
      <div class="box" data-closed={isClosed || undefined}>
        {recording ? (
          <RecorderBar
            recording={recording}
            onSend={() => void endRecording(true)}
            onCancel={() => void endRecording(false)}
          />
        ) : (
          <Field field={field} attachments={attachments} isClosed={isClosed} onRecord={() => void record()} />
        )}
      </div>
    </div>
  );
}

type FieldProps = ComposerProps & { isClosed: boolean; onRecord: () => void };

function Field({ field, attachments, isClosed, onRecord }: FieldProps) {
  const { chat, state, settings, options, t } = useWidget();
  const [text, setText] = useState('');
  const { isRunning } = state;
  const canSend = !isClosed && !attachments.isReading && (text.trim() !== '' || attachments.items.length > 0);
  const placeholder = options.placeholder || settings?.placeholder || t('placeholder');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text is what makes the field grow
  useLayoutEffect(() => {
    const area = field.current;
    if (!area) return;
    area.style.height = 'auto';
    if (area.scrollHeight > 0) area.style.height = `${area.scrollHeight}px`;
  }, [text, field]);

  const send = () => {
    if (!canSend || isRunning) return;
    chat.ask(text, attachments.take());
    setText('');
    field.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter also confirms a character of an input method.
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    send();
  };
  const onPaste = (event: ClipboardEvent) => {
    const files = event.clipboardData?.files;
    if (!attachments.canAttach || !files?.length) return;
    event.preventDefault();
    attachments.add(files);
  };
  return (
    <>
      {attachments.canAttach && <AttachButton attachments={attachments} isDisabled={isClosed} />}
      <textarea
        ref={field}
        rows={1}
        aria-label={t('placeholder')}
        placeholder={placeholder}
        value={text}
        disabled={isClosed}
        onInput={({ currentTarget }) => setText(currentTarget.value)}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
      />
      {settings?.canHear && canRecord() && !isRunning && (
        <IconButton icon="mic" label={t('speak')} isDisabled={isClosed} onClick={onRecord} />
      )}
      {isRunning ? (
        <IconButton icon="stop" class="send" label={t('stop')} onClick={() => chat.stop()} />
      ) : (
        <IconButton icon="send" class="send" label={t('send')} isDisabled={!canSend} onClick={send} />
      )}
    </>
  );
}

function AttachButton({ attachments, isDisabled }: { attachments: Attachments; isDisabled: boolean }) {
  const { settings, t } = useWidget();
  const input = useRef<HTMLInputElement>(null);
  const onChange = () => {
    const area = input.current;
    if (!area?.files) return;
    attachments.add(area.files);
    // Allows choosing the same file again.
    area.value = '';
  };
  return (
    <>
      <IconButton
        icon="attach"
        label={t('attach')}
        isDisabled={isDisabled}
        onClick={() => input.current?.click()}
      />
      <input
        ref={input}
        type="file"
        multiple
        hidden
        tabIndex={-1}
        aria-label={t('attach')}
        accept={acceptedKinds(settings?.files ?? [])}
        onChange={onChange}
      />
    </>
  );
}
