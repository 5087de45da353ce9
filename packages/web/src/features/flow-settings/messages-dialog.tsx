import { useInfiniteQuery } from '@tanstack/react-query';
import type { ChatSession } from '@tendril/contract/api/chat-messages';
import { MessagesSquare, SearchX } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useDebounced } from '../../kit/lib/use-debounced.ts';
import { traceTexts } from '../../kit/texts/en/chat.ts';
import { messagesTexts } from '../../kit/texts/en/flow-settings.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Button } from '../../kit/ui/button.tsx';
import { Dialog } from '../../kit/ui/dialog.tsx';
import { EmptyState } from '../../kit/ui/empty-state.tsx';
import { ErrorState } from '../../kit/ui/error-state.tsx';
import { SkeletonList } from '../../kit/ui/skeleton-list.tsx';
import { isOpenFilter, type MessageFilter, openFilter } from './message-filter.ts';
import { MessageFilters } from './message-filters.tsx';
import { sessionsQuery } from './messages.queries.ts';
import styles from './messages-dialog.module.css';
import { SessionList } from './session-list.tsx';
import { SessionTranscript } from './session-transcript.tsx';
import { useMessageActions } from './use-message-actions.ts';

const TracePanel = lazy(async () => ({
  default: (await import('../runs/trace-panel.tsx')).TracePanel,
}));

const typingMs = 250;
const keyOf = ({ chatId, chatType }: ChatSession) => `${chatType} ${chatId}`;

/** What was asked and answered, conversation by conversation. */
export function MessagesDialog({ flowId, onClose }: { flowId: string; onClose: () => void }) {
  const t = useTexts(messagesTexts);
  const [filter, setFilter] = useState(openFilter);
  const search = useDebounced(filter.search, typingMs);
  const [chosen, setChosen] = useState('');
  const [traceRunId, setTraceRunId] = useState<string>();
  const asked: MessageFilter = { ...filter, search };
  const sessions = useInfiniteQuery(sessionsQuery(flowId, asked));
  const rows = sessions.data?.pages.flatMap(({ data }) => data) ?? [];
  const total = sessions.data?.pages[0]?.total ?? 0;
  const shown = rows.find((session) => keyOf(session) === chosen);
  const actions = useMessageActions(flowId, asked);
  return (
    <Dialog isOpen title={t('title')} width={1160} onClose={onClose}>
      <div className={styles['body']}>
        <MessageFilters
          flowId={flowId}
          filter={filter}
          onChange={setFilter}
          actions={actions}
          total={total}
        />
        <div className={styles['columns']} data-reading={shown !== undefined || undefined}>
          <section className={styles['sessions']} aria-label={t('sessions')}>
            {sessions.error && (
              <ErrorState
                title={t('loadFailed')}
                error={sessions.error}
                onRetry={() => void sessions.refetch()}
              />
            )}
            {sessions.isPending && !sessions.error && <SkeletonList shape="rows" count={5} />}
            {sessions.data && rows.length === 0 && (
              <NoSessions filter={asked} onClear={() => setFilter(openFilter)} />
            )}
            {rows.length > 0 && (
              <SessionList
                sessions={rows}
                total={total}
                isPartial={sessions.data?.pages[0]?.isPartial}
                chosen={chosen}
                keyOf={keyOf}
                onChoose={setChosen}
                onMore={sessions.hasNextPage ? () => void sessions.fetchNextPage() : undefined}
                isLoadingMore={sessions.isFetchingNextPage}
              />
            )}
          </section>
          {rows.length > 0 &&
            (shown ? (
              <SessionTranscript
                key={chosen}
                flowId={flowId}
                session={shown}
                onBack={() => setChosen('')}
                onDelete={() => void actions.removeSession(shown)}
                onOpenTrace={setTraceRunId}
              />
            ) : (
              <p className={styles['choose']}>{t('choose')}</p>
            ))}
        </div>
      </div>
      {traceRunId !== undefined && (
        <TraceDialog flowId={flowId} runId={traceRunId} onClose={() => setTraceRunId(undefined)} />
      )}
    </Dialog>
  );
}

function NoSessions({ filter, onClear }: { filter: MessageFilter; onClear: () => void }) {
  const t = useTexts(messagesTexts);
  if (isOpenFilter(filter))
    return <EmptyState Icon={MessagesSquare} title={t('empty')} text={t('emptyHelp')} />;
  return (
    <EmptyState
      Icon={SearchX}
      title={t('noMatch')}
      action={<Button onClick={onClear}>{t('clearFilters')}</Button>}
    />
  );
}

function TraceDialog({ flowId, runId, onClose }: { flowId: string; runId: string; onClose: () => void }) {
  const t = useTexts(traceTexts);
  return (
    <Dialog isOpen title={t('trace')} width={640} onClose={onClose}>
      <div className={styles['trace']}>
        <Suspense>
          <TracePanel flowId={flowId} runId={runId} onClose={onClose} />
        </Suspense>
      </div>
    </Dialog>
  );
}
