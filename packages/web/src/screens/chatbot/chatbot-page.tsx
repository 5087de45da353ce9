import { useMemo, useState } from 'react';
import { useChatAbilities } from '../../features/chat/chat-abilities.ts';
import { ChatHead } from '../../features/chat/chat-head.tsx';
import { Conversation } from '../../features/chat/conversation.tsx';
import { signedInTransport } from '../../features/chat/signed-in-transport.ts';
import { useChat } from '../../features/chat/use-chat.ts';
import { visitorTransport } from '../../features/chat/visitor-transport.ts';
import { chatTexts } from '../../kit/texts/en/chat.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { usePageTitle } from '../../kit/ui/page-head.tsx';
import type { ChatbotFlow } from './chatbot.queries.ts';
import styles from './chatbot-screen.module.css';
import { TraceSheet } from './trace-sheet.tsx';

/** The chat page: head, conversation, field, and beside them the trace for those who may see it. */
export function ChatbotPage({ flow }: { flow: ChatbotFlow }) {
  const t = useTexts(chatTexts);
  const { id, isOwn, isDemo, settings } = flow;
  const transport = useMemo(
    () => (isOwn ? signedInTransport(id, 'chat') : visitorTransport(id, isDemo)),
    [id, isOwn, isDemo],
  );
  const chat = useChat(transport, { isNewSession: settings.isNewSessionPerVisit });
  const abilities = useChatAbilities(id);
  const [traceRunId, setTraceRunId] = useState<string>();
  const title = settings.title || flow.name;
  const hasSources = chat.entries.some((entry) => entry.kind === 'answer' && entry.view.sources.length > 0);
  usePageTitle(title);
  return (
    <div className={styles['page']} style={settings.look.page}>
      <main className={styles['chat']}>
        <ChatHead
          title={title}
          description={settings.subtitle || flow.description}
          settings={settings}
          canRestart={chat.entries.length > 0}
          onRestart={chat.clear}
        />
        <Conversation
          chat={chat}
          settings={settings}
          abilities={abilities}
          look="page"
          placeholder={t('askBot')}
          emptyText={t('emptyBot')}
          remark={t(hasSources ? 'caution' : 'cautionPlain')}
          isOpen
          hidesReasons={!isOwn}
          onOpenTrace={isOwn ? setTraceRunId : undefined}
        />
      </main>
      {traceRunId !== undefined && (
        <TraceSheet flowId={id} runId={traceRunId} onClose={() => setTraceRunId(undefined)} />
      )}
    </div>
  );
}
