import { useQuery, useQueryClient } from '@tanstack/react-query';
import { newId } from '@tendril/contract/page/new-id';
import type { LoggedEvent } from '@tendril/contract/run-event';
import { useEffect, useReducer, useState } from 'react';
import { notifyError } from '../../kit/state/notifier-store.ts';
import { forgetRunningRun, readRunningRun } from '../runs/running-run.ts';
import type { AnswerRating } from './answer-view.ts';
import { applyChatAction, type ChatEntry, emptyChat, isAnswering } from './chat-state.ts';
import type { ChatTransport } from './chat-transport.ts';
import { rateAnswer } from './rate-answer.ts';
import type { SentFile, Upload } from './sent-file.ts';
import { clearSessionRecord, type Lead, readSessionRecord, saveSessionRecord } from './session-record.ts';
import { useRunFollower } from './use-run-follower.ts';

/** Files that go along with a question. */
export interface Enclosed {
  uploads: readonly Upload[];
  files: readonly SentFile[];
}

/** A conversation and what can be done with it. */
export interface Chat {
  flowId: string;
  entries: readonly ChatEntry[];
  /** Empty until the first question. */
  chatId: string;
  isRunning: boolean;
  isLoading: boolean;
  loadError: unknown;
  reload: () => void;
  hasEarlier: boolean;
  loadEarlier: () => Promise<void>;
  ask: (question: string, enclosed?: Enclosed) => void;
  /** Lets the run behind a waiting answer go on, or ends it. */
  decide: (entryId: string, decision: 'approve' | 'reject', note: string, words: string) => void;
  rate: (entryId: string, rating: AnswerRating) => Promise<void>;
  /** The contact details of the visitor. */
  lead: Lead | undefined;
  keepLead: (lead: Lead) => void;
  /** The id of the conversation; it begins here if it has none yet. */
  begin: () => string;
  stop: () => void;
  clear: () => Promise<void>;
}

interface ChatOptions {
  onRunEvent?: ((event: LoggedEvent) => void) | undefined;
  /** Leaves the conversation of the last visit behind. */
  isNewSession?: boolean;
}

const emailOf = (lead: Lead | undefined) => (typeof lead?.['email'] === 'string' ? lead['email'] : undefined);

/** Joins a flow's conversation: its stored messages, a run still under way, and new questions. */
export function useChat(transport: ChatTransport, options: ChatOptions = {}): Chat {
  const { flowId, recordKind } = transport;
  const [chat, apply] = useReducer(applyChatAction, emptyChat);
  const record = useSessionRecord(transport, options.isNewSession === true);
  const { chatId } = record;
  const [page, setPage] = useState(1);
  const client = useQueryClient();
  const follower = useRunFollower(transport, apply, options.onRunEvent);
  // The conversation as of mounting: later changes arrive as events.
  const [loadedId] = useState(chatId);
  const history = useQuery({
    queryKey: ['chat', flowId, recordKind, loadedId],
    queryFn: ({ signal }) => transport.load(loadedId, 1, signal),
    enabled: loadedId !== '',
    staleTime: 'static',
    gcTime: 0,
  });
  const isRunning = isAnswering(chat);

  const { data } = history;
  const { resume } = follower;
  useEffect(() => {
    if (!data) return;
    apply({ type: 'loaded', ...data });
    const running = readRunningRun(flowId);
    if (transport.canAttach && running?.chatId === loadedId) resume(running);
  }, [data, flowId, loadedId, transport, resume]);

  useEffect(() => {
    if (!isRunning && chat.entries.length > 0) transport.keep(chat.entries);
  }, [isRunning, chat.entries, transport]);

  const leadEmail = emailOf(record.lead);
  const loadEarlier = async () => {
    const earlier = await transport.load(chatId, page + 1).catch(notifyError);
    if (typeof earlier !== 'object') return;
    setPage(page + 1);
    apply({ type: 'earlier-loaded', ...earlier });
  };
  const clear = async () => {
    follower.leave();
    if (chatId !== '') await transport.clear(chatId);
    record.clear();
    setPage(1);
    apply({ type: 'cleared' });
    await client.invalidateQueries({ queryKey: ['runs', flowId] });
  };
  return {
    flowId,
    entries: chat.entries,
    chatId,
    isRunning,
    isLoading: history.isLoading,
    loadError: history.error,
    reload: history.refetch,
    hasEarlier: chat.hasEarlier,
    loadEarlier,
    ask: (question, enclosed) => follower.ask({ question, leadEmail, ...enclosed }, record.begin()),
    decide: (entryId, decision, note, words) => {
      const found = chat.entries.find(({ id }) => id === entryId);
      if (found?.kind !== 'answer' || !found.view.action) return;
      const { action, runId = '' } = found.view;
      apply({ type: 'decided', id: entryId });
      follower.ask({ question: words, decision: { runId, action, decision, note } }, record.begin());
    },
    rate: (entryId, rating) => rateAnswer(flowId, chatId, chat.entries, { entryId, rating, apply }),
    lead: record.lead,
    keepLead: record.keepLead,
    begin: record.begin,
    stop: follower.stop,
    clear,
  };
}

/** The browser's memory of the conversation, as state. */
function useSessionRecord({ flowId, recordKind, clear }: ChatTransport, isNewSession: boolean) {
  const [record, setRecord] = useState(() => {
    if (isNewSession) {
      clearSessionRecord(flowId, recordKind);
      // What only this browser keeps goes too; what the server keeps stays for the owner to read.
      if (recordKind === 'EXTERNAL') void clear('');
    }
    return readSessionRecord(flowId, recordKind);
  });
  const reread = () => {
    const stored = readSessionRecord(flowId, recordKind);
    setRecord(stored);
    return stored;
  };
  return {
    chatId: record.chatId ?? '',
    lead: record.lead,
    begin: () => {
      const id = record.chatId || newId();
      saveSessionRecord(flowId, recordKind, id);
      return reread().chatId ?? id;
    },
    keepLead: (lead: Lead) => {
      saveSessionRecord(flowId, recordKind, null, { lead });
      reread();
    },
    clear: () => {
      clearSessionRecord(flowId, recordKind);
      forgetRunningRun(flowId);
      reread();
    },
  };
}
