import { useInfiniteQuery } from '@tanstack/react-query';
import type { ChatSession } from '@tendril/contract/api/chat-messages';
import { ArrowLeft, Trash2, UserRoundX } from 'lucide-react';
import { useMemo } from 'react';
import { useMay } from '../../kit/state/permissions-store.ts';
import { messagesTexts } from '../../kit/texts/en/flow-settings.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { ErrorState } from '../../kit/ui/error-state.tsx';
import { IconButton } from '../../kit/ui/icon-button.tsx';
import { SkeletonList } from '../../kit/ui/skeleton-list.tsx';
import { type ChatActs, ChatActsContext } from '../chat/chat-acts.ts';
import { toEntries } from '../chat/history-entries.ts';
import { MessageList } from '../chat/message-list.tsx';
import { openErasure } from '../workspace/workspace-store.ts';
import { transcriptQuery } from './messages.queries.ts';
import styles from './messages-dialog.module.css';
import { whenText } from './when-text.ts';

interface SessionTranscriptProps {
  flowId: string;
  session: ChatSession;
  onBack: () => void;
  onDelete: () => void;
  onOpenTrace: (runId: string) => void;
}

const nothing = () => {};

/** One conversation to read. */
export function SessionTranscript({
  flowId,
  session,
  onBack,
  onDelete,
  onOpenTrace,
}: SessionTranscriptProps) {
  const t = useTexts(messagesTexts);
  const mayErase = useMay(['conversations:delete', 'calls:delete']);
  const messages = useInfiniteQuery(transcriptQuery(flowId, session));
  const entries = useMemo(() => toEntries(messages.data?.pages.flat().toReversed() ?? []), [messages.data]);
  const acts = useMemo<ChatActs>(
    () => ({ isReadOnly: true, citations: { flowId, chatId: session.chatId } }),
    [flowId, session.chatId],
  );
  const facts = [
    whenText(session.startedAt),
    session.memoryType && t('memory', { name: session.memoryType }),
    session.leadEmail && t('lead', { lead: session.leadEmail }),
  ].filter(Boolean);
  return (
    <section className={styles['transcript']} aria-label={t('session', { chatId: session.chatId })}>
      <header>
        <IconButton label={t('back')} size="small" className={styles['back'] ?? ''} onClick={onBack}>
          <ArrowLeft size={16} />
        </IconButton>
        <div>
          <h3>{t('session', { chatId: session.chatId })}</h3>
          <p>{facts.join(' · ')}</p>
        </div>
        {mayErase && (
          <IconButton label={t('erasePerson')} onClick={() => openErasure(session.chatId)}>
            <UserRoundX size={16} />
          </IconButton>
        )}
        <IconButton label={t('deleteSession')} onClick={onDelete}>
          <Trash2 size={16} />
        </IconButton>
      </header>
      {messages.error && (
        <ErrorState title={t('loadFailed')} error={messages.error} onRetry={() => void messages.refetch()} />
      )}
      {messages.isPending && !messages.error && <SkeletonList shape="rows" count={3} />}
      {messages.data && (
        <ChatActsContext value={acts}>
          <MessageList
            look="panel"
            entries={entries}
            isRunning={false}
            hasEarlier={messages.hasNextPage}
            onLoadEarlier={() => void messages.fetchNextPage()}
            onAsk={nothing}
            onOpenTrace={onOpenTrace}
          />
        </ChatActsContext>
      )}
    </section>
  );
}
