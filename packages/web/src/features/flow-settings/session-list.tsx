import type { ChatSession } from '@tendril/contract/api/chat-messages';
import { ThumbsDown, ThumbsUp } from 'lucide-react';
import { relativeTime } from '../../kit/lib/relative-time.ts';
import { countedText } from '../../kit/lists/counted-text.ts';
import { messagesTexts } from '../../kit/texts/en/flow-settings.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Button } from '../../kit/ui/button.tsx';
import styles from './messages-dialog.module.css';
import { whenText } from './when-text.ts';

interface SessionListProps {
  sessions: readonly ChatSession[];
  total: number;
  isPartial: boolean | undefined;
  chosen: string;
  keyOf: (session: ChatSession) => string;
  onChoose: (key: string) => void;
  onMore: (() => void) | undefined;
  isLoadingMore: boolean;
}

/** Conversations, the latest first; the chosen one is read beside them. */
export function SessionList(props: SessionListProps) {
  const { sessions, total, isPartial, chosen, keyOf, onChoose, onMore, isLoadingMore } = props;
  const t = useTexts(messagesTexts);
  return (
    <>
      <ul className={styles['list']}>
        {sessions.map((session) => {
          const key = keyOf(session);
          return (
            <li key={key}>
              <button type="button" aria-current={key === chosen || undefined} onClick={() => onChoose(key)}>
                <strong>{session.firstQuestion || session.lastMessage}</strong>
                <span className={styles['last']}>{session.lastMessage}</span>
                <SessionFacts session={session} />
              </button>
            </li>
          );
        })}
      </ul>
      <footer className={styles['more']}>
        <span>
          {t('shownOf', { shown: sessions.length, total: countedText(total) })}
          {isPartial && ` · ${t('onlyLatest')}`}
        </span>
        {onMore && (
          <Button size="small" isBusy={isLoadingMore} onClick={onMore}>
            {t('showMore')}
          </Button>
        )}
      </footer>
    </>
  );
}

function SessionFacts({ session }: { session: ChatSession }) {
  const t = useTexts(messagesTexts);
  const { chatType, messages, leadEmail, up, down, updatedAt } = session;
  return (
    <span className={styles['facts']}>
      <span>{t(chatType === 'INTERNAL' ? 'sourceUi' : 'sourceApi')}</span>
      <span>{t('messageCount', { count: messages })}</span>
      {up > 0 && (
        <span className={styles['thumb']}>
          <ThumbsUp size={12} aria-hidden="true" />
          <span aria-hidden="true">{up}</span>
          <span className="visually-hidden">{t('upCount', { count: up })}</span>
        </span>
      )}
      {down > 0 && (
        <span className={styles['thumb']}>
          <ThumbsDown size={12} aria-hidden="true" />
          <span aria-hidden="true">{down}</span>
          <span className="visually-hidden">{t('downCount', { count: down })}</span>
        </span>
      )}
      {leadEmail && <span className={styles['lead']}>{leadEmail}</span>}
      <time dateTime={new Date(updatedAt).toISOString()} title={whenText(updatedAt)}>
        {relativeTime(updatedAt)}
      </time>
    </span>
  );
}
