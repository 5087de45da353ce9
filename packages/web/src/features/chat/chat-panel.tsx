import { useQuery } from '@tanstack/react-query';
import type { LoggedEvent } from '@tendril/contract/run-event';
import { Maximize2, RotateCcw } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { confirm } from '../../kit/state/confirm-store.ts';
import { notifyError } from '../../kit/state/notifier-store.ts';
import { chatTexts } from '../../kit/texts/en/chat.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Button } from '../../kit/ui/button.tsx';
import { Dialog } from '../../kit/ui/dialog.tsx';
import { IconButton } from '../../kit/ui/icon-button.tsx';
import { useChatAbilities } from './chat-abilities.ts';
import styles from './chat-panel.module.css';
import { chatSettingsQuery } from './chat-settings.queries.ts';
import { readChatSettings } from './chat-settings.ts';
import { Conversation } from './conversation.tsx';
import { savedFirst } from './saved-first.ts';
import { signedInTransport } from './signed-in-transport.ts';
import { type AskRequest, useAskRequest } from './use-ask-request.ts';
import { useChat } from './use-chat.ts';

interface ChatPanelProps {
  /** Left out while the flow was never saved. */
  flowId?: string | undefined;
  /** Of the draft as the canvas knows it. */
  draftVersion?: number | undefined;
  flowName: string;
  /** False while there is something unsaved that the run would not know of. */
  canRun: boolean;
  onSaveFirst: () => void;
  /** Saves what a run would not know of; answers whether there is now something to run. */
  saveNow?: (() => Promise<boolean>) | undefined;
  onRunEvent: (event: LoggedEvent) => void;
  onOpenTrace: (runId: string) => void;
  showNode?: (nodeId: string) => void;
  fixNode?: (nodeId: string) => void;
  /** Whether the panel is the one in sight; hidden it goes on following its run. */
  isOpen: boolean;
  /** A question that something outside the chat wants asked. */
  request?: AskRequest | null;
  /** Whom the person asks; an assistant has no drawing that could light up. */
  asked?: 'flow' | 'assistant';
}

const noSettings = readChatSettings(undefined);

/** The Chat tab of the canvas: asks the flow's draft and lets the canvas see its events. */
export function ChatPanel({ flowId, ...rest }: ChatPanelProps) {
  const t = useTexts(chatTexts);
  // Each flow has its own conversation.
  if (flowId) return <FlowChat key={flowId} flowId={flowId} {...rest} />;
  return (
    <div className={styles['unsaved']}>
      <p>{t('drawFirst')}</p>
    </div>
  );
}

type FlowChatProps = ChatPanelProps & { flowId: string };

function FlowChat(props: FlowChatProps) {
  const {
    flowId,
    flowName,
    canRun,
    onSaveFirst,
    onRunEvent,
    onOpenTrace,
    isOpen,
    request = null,
    saveNow,
    asked = 'flow',
  } = props;
  const t = useTexts(chatTexts);
  const transport = useMemo(() => {
    const own = signedInTransport(flowId, 'canvas');
    return saveNow ? savedFirst(own, saveNow) : own;
  }, [flowId, saveNow]);
  const chat = useChat(transport, { onRunEvent });
  useAskRequest(request, chat);
  const abilities = useChatAbilities(flowId);
  const { data, refetch } = useQuery(chatSettingsQuery(flowId));
  const [isExpanded, setExpanded] = useState(false);
  const chatId = chat.chatId.slice(0, 4);

  // A save created a new draft.
  useEffect(() => {
    if (canRun) void refetch();
  }, [canRun, refetch]);

  const conversation = (
    <Conversation
      chat={chat}
      settings={data?.settings ?? noSettings}
      abilities={abilities}
      look="panel"
      placeholder={t(asked === 'flow' ? 'ask' : 'askAssistant')}
      emptyText={t(asked === 'flow' ? 'emptyText' : 'emptyBot')}
      isOpen={isOpen}
      showNode={props.showNode}
      fixNode={props.fixNode}
      onOpenTrace={(runId) => {
        setExpanded(false);
        onOpenTrace(runId);
      }}
      refusal={
        !canRun && (
          <>
            {t('saveFirst')}
            <Button size="small" onClick={onSaveFirst}>
              {t('save')}
            </Button>
          </>
        )
      }
    />
  );
  return (
    <section className={styles['panel']} aria-label={t('conversation')}>
      <header className={styles['head']}>
        <span>{sessionLine(chatId, props.draftVersion ?? data?.draftVersion, t)}</span>
        {chat.entries.length > 0 && (
          <IconButton label={t('clear')} size="small" onClick={() => clearAfterAsking(chat.clear, t)}>
            <RotateCcw size={16} />
          </IconButton>
        )}
        <IconButton label={t('expand')} size="small" onClick={() => setExpanded(true)}>
          <Maximize2 size={16} />
        </IconButton>
      </header>
      {!isExpanded && conversation}
      <Dialog isOpen={isExpanded} title={flowName} width={840} onClose={() => setExpanded(false)}>
        <div className={styles['expanded']}>{isExpanded && conversation}</div>
      </Dialog>
    </section>
  );
}

type Say = ReturnType<
  typeof useTexts<typeof chatTexts extends { readonly keys?: infer K extends string } ? K : never>
>;

function sessionLine(chatId: string, version: number | undefined, t: Say): string {
  if (chatId === '') return version === undefined ? '' : t('newSessionVersion', { version });
  return version === undefined ? t('session', { chatId }) : t('sessionVersion', { chatId, version });
}

async function clearAfterAsking(clear: () => Promise<void>, t: Say): Promise<void> {
  const isSure = await confirm({
    title: t('clearTitle'),
    description: t('clearQuestion'),
    confirmText: t('clearConfirm'),
    isDanger: true,
  });
  if (isSure) await clear().catch(notifyError);
}
