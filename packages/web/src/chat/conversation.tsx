import { type ReactNode, useId, useRef } from 'react';
import { chatTexts } from '../texts/en/chat.ts';
import { useTexts } from '../texts/texts.ts';
import { ErrorState } from '../ui/error-state.tsx';
import { SkeletonList } from '../ui/skeleton-list.tsx';
import type { ChatSettings } from './chat-settings.ts';
import { Composer } from './composer.tsx';
import styles from './conversation.module.css';
import { MessageList } from './message-list.tsx';
import type { Chat } from './use-chat.ts';

export interface ConversationProps {
  chat: Chat;
  settings: ChatSettings;
  look: 'panel' | 'page';
  placeholder: string;
  /** Said where a flow has no greeting. */
  emptyText: string;
  /** Why nothing can be asked now, with a way out. */
  refusal?: ReactNode;
  /** A line under the field. */
  remark?: string;
  isOpen: boolean;
  onOpenTrace?: ((runId: string) => void) | undefined;
}

/** A conversation with its field: the panel of the canvas and the chat page are this. */
export function Conversation(props: ConversationProps) {
  const { chat, settings, look, placeholder, emptyText, refusal, remark, isOpen, onOpenTrace } = props;
  const t = useTexts(chatTexts);
  const refusalId = useId();
  const { entries, isRunning, isLoading } = chat;
  const canAsk = !refusal && !isLoading;
  const questions = entries.flatMap((entry) => (entry.kind === 'question' ? entry.text : []));
  const isEmpty = entries.length === 0;
  const field = useRef<HTMLTextAreaElement>(null);
  // The button that asked is gone with its answer or its greeting.
  const ask = (question: string) => {
    chat.ask(question);
    field.current?.focus({ preventScroll: true });
  };
  if (chat.loadError) {
    return <ErrorState title={t('loadFailed')} error={chat.loadError} onRetry={chat.reload} />;
  }
  const greetingText = settings.welcomeMessage || (isEmpty ? emptyText : '');
  return (
    <div className={styles['conversation']} data-look={look}>
      {isLoading ? (
        <div className={styles['loading']}>
          <SkeletonList shape="rows" count={3} />
        </div>
      ) : (
        <MessageList
          look={look}
          entries={entries}
          isRunning={isRunning}
          hasEarlier={chat.hasEarlier}
          onLoadEarlier={chat.loadEarlier}
          onAsk={ask}
          onOpenTrace={onOpenTrace}
          greeting={greetingText !== '' && <p className={styles['greeting']}>{greetingText}</p>}
        />
      )}
      <div className={styles['foot']}>
        {isEmpty && canAsk && <StarterPrompts prompts={settings.starterPrompts} onAsk={ask} />}
        {refusal && (
          <div id={refusalId} className={styles['refusal']}>
            {refusal}
          </div>
        )}
        <Composer
          look={look}
          placeholder={placeholder}
          questions={questions}
          isRunning={isRunning}
          canAsk={canAsk}
          refusalId={refusal ? refusalId : undefined}
          onAsk={ask}
          onStop={chat.stop}
          isOpen={isOpen}
          field={field}
        />
        {remark && <p className={styles['remark']}>{remark}</p>}
      </div>
    </div>
  );
}

function StarterPrompts({
  prompts,
  onAsk,
}: {
  prompts: readonly string[];
  onAsk: (question: string) => void;
}) {
  if (prompts.length === 0) return null;
  return (
    <ul className={styles['prompts']}>
      {prompts.map((prompt) => (
        <li key={prompt}>
          <button type="button" onClick={() => onAsk(prompt)}>
            {prompt}
          </button>
        </li>
      ))}
    </ul>
  );
}
