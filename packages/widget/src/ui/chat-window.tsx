import type { RefObject } from 'preact';
import { mustLeaveLead } from '../chat/chat-state.ts';
import { Announcer } from './announcer.tsx';
import { ChatHead, type ChatHeadProps } from './chat-head.tsx';
import { Composer } from './composer.tsx';
import { Icon } from './icon.tsx';
import { MessageList } from './message-list.tsx';
import { PromptList } from './prompt-list.tsx';
import { useAttachments } from './use-attachments.ts';
import { useFileDrop } from './use-file-drop.ts';
import { useWidget } from './widget-context.ts';

interface ChatWindowProps extends ChatHeadProps {
  field: RefObject<HTMLTextAreaElement | null>;
}

/** A chat from its title to its field; used by bubble, panel and page. */
export function ChatWindow({ field, ...head }: ChatWindowProps) {
  const { state, settings, options, look } = useWidget();
  const hasHead = options.mode === 'bubble' || settings?.hasTitle !== false;
  return (
    <div class="window" style={look.page}>
      {hasHead && <ChatHead {...head} />}
      {state.refusal !== undefined && <Refusal reason={state.refusal} />}
      {settings && <Conversation field={field} />}
      {!settings && state.refusal === undefined && (
        <div class="loading" aria-busy="true">
          <i />
          <i />
          <i />
        </div>
      )}
    </div>
  );
}

function Conversation({ field }: Pick<ChatWindowProps, 'field'>) {
  const { chat, state, t } = useWidget();
  const attachments = useAttachments();
  const isGated = mustLeaveLead(state);
  const { isOver, listeners } = useFileDrop(attachments.canAttach && !isGated ? attachments.add : undefined);
  const hasSources = state.entries.some((entry) => entry.kind === 'answer' && entry.sources.length > 0);
  const ask = (question: string) => {
    chat.ask(question);
    // The button that asked is gone.
    field.current?.focus();
  };
  return (
    <div class="conversation" {...listeners}>
      <MessageList />
      <div class="under">
        {!isGated && <PromptList onAsk={ask} />}
        <Composer field={field} attachments={attachments} />
        <p class="remark">{t(hasSources ? 'cautionSources' : 'caution')}</p>
      </div>
      <Announcer />
      {isOver && <p class="drop">{t('drop')}</p>}
    </div>
  );
}

function Refusal({ reason }: { reason: string }) {
  const { t } = useWidget();
  return (
    <div class="refusal" role="alert">
      <Icon name="alert" size={28} />
      <strong>{t('unavailable')}</strong>
      <p>{reason || t('unreachable')}</p>
    </div>
  );
}
