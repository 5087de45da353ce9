import { type ReactNode, useId, useMemo, useRef } from 'react';
import { chatTexts } from '../../kit/texts/en/chat.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { ErrorState } from '../../kit/ui/error-state.tsx';
import { SkeletonList } from '../../kit/ui/skeleton-list.tsx';
import { type ChatAbilities, noAbilities } from './chat-abilities.ts';
import { type ChatActs, ChatActsContext } from './chat-acts.ts';
import type { ChatSettings } from './chat-settings.ts';
import { Composer } from './composer.tsx';
import styles from './conversation.module.css';
import { acceptedTypes, largestFile } from './file-kind.ts';
import { LeadCard } from './lead-form.tsx';
import { MessageList } from './message-list.tsx';
import { PromptChips } from './prompt-chips.tsx';
import { useAttachments } from './use-attachments.ts';
import type { Chat, Enclosed } from './use-chat.ts';
import { useFileDrop } from './use-file-drop.ts';
import { useLeadGate } from './use-lead-gate.ts';

export interface ConversationProps {
  chat: Chat;
  settings: ChatSettings;
  abilities?: ChatAbilities;
  look: 'panel' | 'page';
  placeholder: string;
  /** Shown if a flow has no greeting. */
  emptyText: string;
  /** Why nothing can be asked now, with a way out. */
  refusal?: ReactNode;
  /** A line under the field. */
  remark?: string;
  isOpen: boolean;
  /** Failure reasons are shown only to workspace members. */
  hidesReasons?: boolean;
  onOpenTrace?: ((runId: string) => void) | undefined;
  showNode?: ChatActs['showNode'];
  fixNode?: ChatActs['fixNode'];
}

/** A conversation with its field: the panel of the canvas and the chat page are this. */
export function Conversation(props: ConversationProps) {
  const { chat, settings, abilities = noAbilities, look, refusal, remark, isOpen } = props;
  const t = useTexts(chatTexts);
  const refusalId = useId();
  const frame = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const gate = useLeadGate(chat, settings.lead);
  const attachments = useAttachments(chat.flowId, abilities, chat.begin);
  const takesFiles = abilities.files !== undefined || abilities.pictures !== undefined;
  const canAsk = !refusal && !chat.isLoading && !gate.isClosed;
  const isDropping = useFileDrop(frame, takesFiles && canAsk ? attachments.add : undefined);
  const acts = useActs(props);
  const { entries } = chat;
  // The button that was clicked disappears with its answer or greeting.
  const ask = (question: string, enclosed?: Enclosed) => {
    chat.ask(question, enclosed);
    field.current?.focus({ preventScroll: true });
  };
  if (chat.loadError) {
    return <ErrorState title={t('loadFailed')} error={chat.loadError} onRetry={chat.reload} />;
  }
  const reason = refusal || (gate.isClosed && t('leadFirst'));
  return (
    <ChatActsContext value={acts}>
      <div
        ref={frame}
        className={styles['conversation']}
        data-look={look}
        data-dropping={isDropping || undefined}
      >
        {chat.isLoading ? (
          <div className={styles['loading']}>
            <SkeletonList shape="rows" count={3} />
          </div>
        ) : (
          <MessageList
            look={look}
            entries={entries}
            isRunning={chat.isRunning}
            hasEarlier={chat.hasEarlier}
            onLoadEarlier={chat.loadEarlier}
            onAsk={ask}
            onOpenTrace={props.onOpenTrace}
            greeting={<Greeting {...props} gate={gate} />}
          />
        )}
        <div className={styles['foot']}>
          {canAsk && <Proposals chat={chat} settings={settings} onAsk={ask} />}
          {reason && (
            <div id={refusalId} className={styles['refusal']}>
              {reason}
            </div>
          )}
          <Composer
            look={look}
            placeholder={settings.placeholder || props.placeholder}
            questions={entries.flatMap((entry) => (entry.kind === 'question' ? entry.text || [] : []))}
            isRunning={chat.isRunning}
            canAsk={canAsk}
            isClosed={gate.isClosed}
            refusalId={reason ? refusalId : undefined}
            onAsk={ask}
            onStop={chat.stop}
            isOpen={isOpen}
            field={field}
            attachments={takesFiles ? attachments : undefined}
            accept={acceptedTypes(abilities)}
            sizeLimit={largestFile(abilities)}
            canSpeak={abilities.canHear}
            sendStyle={settings.look.send}
          />
          {remark && <p className={styles['remark']}>{remark}</p>}
        </div>
        {isDropping && <p className={styles['drop']}>{t('dropFiles')}</p>}
      </div>
    </ChatActsContext>
  );
}

type GreetingProps = ConversationProps & { gate: ReturnType<typeof useLeadGate> };

/** What stands above the first message: the flow's welcome, and who the visitor is asked to be. */
function Greeting({ chat, settings, emptyText, gate }: GreetingProps) {
  const isEmpty = chat.entries.length === 0;
  const text = settings.welcomeMessage || (isEmpty && !gate.isClosed ? emptyText : '');
  return (
    <>
      {text !== '' && <p className={styles['greeting']}>{text}</p>}
      {gate.isClosed && settings.lead && (
        <LeadCard
          flowId={chat.flowId}
          form={settings.lead}
          begin={chat.begin}
          onSaved={gate.save}
          onDeclined={gate.decline}
        />
      )}
      {gate.thanks !== '' && isEmpty && (
        <p className={styles['greeting']} role="status">
          {gate.thanks}
        </p>
      )}
    </>
  );
}

/** What messages offer, kept still so that a growing answer redraws nothing else. */
function useActs(props: ConversationProps): ChatActs {
  const { chat, settings, abilities, hidesReasons, showNode, fixNode } = props;
  const latest = useRef(chat);
  latest.current = chat;
  const { flowId, chatId } = chat;
  const canSpeak = abilities?.canSpeak === true;
  return useMemo(
    () => ({
      look: settings.look,
      showsSteps: settings.showsSteps,
      errorText: hidesReasons ? settings.errorMessage : '',
      hasFeedback: settings.hasFeedback,
      rate: (...given) => latest.current.rate(...given),
      decide: (...given) => latest.current.decide(...given),
      showNode,
      fixNode,
      citations: { flowId, chatId },
      speech: canSpeak ? { flowId, chatId } : undefined,
    }),
    [settings, hidesReasons, canSpeak, flowId, chatId, showNode, fixNode],
  );
}

interface ProposalsProps {
  chat: Chat;
  settings: ChatSettings;
  onAsk: (question: string) => void;
}

/** Questions that are one click away: the flow's starters, later what it proposes after an answer. */
function Proposals({ chat: { entries, isRunning }, settings, onAsk }: ProposalsProps) {
  const t = useTexts(chatTexts);
  const [last] = entries.slice(-1);
  if (!last) return <PromptChips prompts={settings.starterPrompts} onAsk={onAsk} />;
  const followUps = last.kind === 'answer' && !isRunning ? (last.view.followUps ?? []) : [];
  return <PromptChips label={t('followUps')} prompts={followUps} onAsk={onAsk} />;
}
