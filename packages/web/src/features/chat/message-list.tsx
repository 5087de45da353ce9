import { ArrowDown } from 'lucide-react';
import { memo, type ReactNode, useEffect, useRef } from 'react';
import { chatTexts } from '../../kit/texts/en/chat.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Button } from '../../kit/ui/button.tsx';
import { IconButton } from '../../kit/ui/icon-button.tsx';
import { Answer } from './answer.tsx';
import { SentFiles } from './attachment-chips.tsx';
import { useChatActs } from './chat-acts.ts';
import type { ChatEntry } from './chat-state.ts';
import styles from './message-list.module.css';
import { SentenceAnnouncer } from './sentence-announcer.tsx';
import { useStickToEnd } from './use-stick-to-end.ts';

interface MessageListProps {
  look: 'panel' | 'page';
  entries: readonly ChatEntry[];
  isRunning: boolean;
  hasEarlier: boolean;
  onLoadEarlier: () => void;
  /** Retries a question. */
  onAsk: (question: string) => void;
  onOpenTrace?: ((runId: string) => void) | undefined;
  /** Stands above the first message. */
  greeting?: ReactNode;
}

/** The conversation, oldest first. */
export function MessageList(props: MessageListProps) {
  const { look, entries, isRunning, hasEarlier, onLoadEarlier, onAsk, onOpenTrace, greeting } = props;
  const t = useTexts(chatTexts);
  const box = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const { isAtEnd, goToEnd } = useStickToEnd(box, content);
  const newest = entries.findLast((entry) => entry.kind === 'answer');
  const lastId = entries.at(-1)?.id;

  // A new turn is always brought into sight, whatever was read before.
  useEffect(() => {
    if (lastId !== undefined) goToEnd();
  }, [lastId, goToEnd]);

  return (
    <div className={styles['frame']}>
      <div
        ref={box}
        className={styles['scroll']}
        role="log"
        aria-live="polite"
        aria-label={t('conversation')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled box must be reachable by keyboard
        tabIndex={0}
      >
        <div ref={content} className={styles['list']}>
          {hasEarlier && (
            <Button size="small" look="quiet" className={styles['earlier'] ?? ''} onClick={onLoadEarlier}>
              {t('earlier')}
            </Button>
          )}
          {greeting}
          {entries.map((entry, index) => (
            <Message
              key={entry.id}
              look={look}
              entry={entry}
              question={questionBefore(entries, index)}
              isNewest={entry === newest}
              isRunning={isRunning}
              onAsk={onAsk}
              onOpenTrace={onOpenTrace}
            />
          ))}
        </div>
      </div>
      {!isAtEnd && (
        <IconButton label={t('newest')} className={styles['newest'] ?? ''} onClick={goToEnd}>
          <ArrowDown size={16} />
        </IconButton>
      )}
      {newest?.kind === 'answer' && (
        <SentenceAnnouncer
          id={newest.id}
          text={newest.view.text}
          isRunning={newest.view.status === 'running'}
        />
      )}
    </div>
  );
}

interface MessageProps {
  look: 'panel' | 'page';
  entry: ChatEntry;
  /** What an answer answers. */
  question: string | undefined;
  isNewest: boolean;
  isRunning: boolean;
  onAsk: (question: string) => void;
  onOpenTrace?: ((runId: string) => void) | undefined;
}

const Message = memo(function Message(props: MessageProps) {
  const { look, entry, question, isNewest, isRunning, onAsk, onOpenTrace } = props;
  const t = useTexts(chatTexts);
  const acts = useChatActs();
  if (entry.kind === 'question') {
    return (
      <article className={styles['question']} style={acts.look?.question}>
        <span className="visually-hidden">{t('you')}</span>
        {entry.text}
        {entry.files && <SentFiles files={entry.files} />}
      </article>
    );
  }
  const onRetry = !question || isRunning || acts.isReadOnly ? undefined : () => onAsk(question);
  return (
    <Answer
      id={entry.id}
      look={look}
      view={entry.view}
      isNewest={isNewest}
      onRetry={onRetry}
      onOpenTrace={onOpenTrace}
    />
  );
});

function questionBefore(entries: readonly ChatEntry[], index: number): string | undefined {
  const before = entries[index - 1];
  return before?.kind === 'question' ? before.text : undefined;
}
