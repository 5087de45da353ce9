import { useMemo } from 'react';
import { chatTexts } from '../../kit/texts/en/chat.ts';
import { shareTexts } from '../../kit/texts/en/share.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { emptyAnswer } from '../chat/answer-view.ts';
import { ChatHead } from '../chat/chat-head.tsx';
import { readChatSettings } from '../chat/chat-settings.ts';
import type { ChatEntry } from '../chat/chat-state.ts';
import { Conversation } from '../chat/conversation.tsx';
import type { Chat } from '../chat/use-chat.ts';
import styles from './share-dialog.module.css';

interface ChatPreviewProps {
  flowName: string;
  config: Readonly<Record<string, unknown>>;
}

const nothing = () => {};
const later = async () => {};

function stillChat(entries: readonly ChatEntry[]): Chat {
  return {
    flowId: 'preview',
    entries,
    chatId: '',
    isRunning: false,
    isLoading: false,
    loadError: null,
    reload: nothing,
    hasEarlier: false,
    loadEarlier: later,
    ask: nothing,
    decide: nothing,
    rate: later,
    lead: {},
    keepLead: nothing,
    begin: () => '',
    stop: nothing,
    clear: later,
  };
}

/** The chat page as it will look, drawn by its own parts; nothing in it can be used. */
export function ChatPreview({ flowName, config }: ChatPreviewProps) {
  const t = useTexts(shareTexts);
  const words = useTexts(chatTexts);
  const settings = useMemo(() => readChatSettings(config), [config]);
  const chat = useMemo(
    () =>
      stillChat([
        { kind: 'question', id: 'question', text: t('previewQuestion') },
        { kind: 'answer', id: 'answer', view: { ...emptyAnswer, status: 'done', text: t('previewAnswer') } },
      ]),
    [t],
  );
  return (
    <section className={styles['preview']} style={settings.look.page} aria-label={t('preview')} inert>
      <ChatHead
        title={settings.title || flowName}
        description={settings.subtitle}
        settings={settings}
        canRestart
        onRestart={later}
      />
      <Conversation
        chat={chat}
        settings={settings}
        look="page"
        placeholder={words('askBot')}
        emptyText=""
        remark={words('cautionPlain')}
        isOpen={false}
      />
    </section>
  );
}
