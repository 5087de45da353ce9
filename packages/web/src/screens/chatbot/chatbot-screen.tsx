import { useQuery } from '@tanstack/react-query';
import { Navigate, useParams } from 'react-router';
import { useSession } from '../../kit/state/session-store.ts';
import { chatTexts } from '../../kit/texts/en/chat.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { ErrorState } from '../../kit/ui/error-state.tsx';
import { SkeletonList } from '../../kit/ui/skeleton-list.tsx';
import { chatbotQuery, isMissing } from './chatbot.queries.ts';
import { ChatbotPage } from './chatbot-page.tsx';
import styles from './chatbot-screen.module.css';
import { InvalidChatbot } from './invalid-chatbot.tsx';

/** `/chatbot/:id`: the chat of one flow, for its people and, when it is public, for everybody. */
export function ChatbotScreen() {
  const { id = '' } = useParams();
  const t = useTexts(chatTexts);
  const isSignedIn = useSession((session) => session.user !== null);
  const { data, error, refetch } = useQuery(chatbotQuery(id, isSignedIn));
  if (data) return <ChatbotPage key={`${data.id} ${data.isOwn}`} flow={data} />;
  if (error && !isMissing(error)) {
    return (
      <main className={styles['middle']}>
        <ErrorState title={t('loadFailed')} error={error} onRetry={() => void refetch()} />
      </main>
    );
  }
  if (error) return isSignedIn ? <InvalidChatbot /> : <Navigate to="/" replace />;
  return (
    <main className={styles['loading']}>
      <SkeletonList shape="rows" count={3} />
    </main>
  );
}
