import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { LoggedEvent } from '@tendril/contract/run-event';
import { useEffect, useReducer, useState } from 'react';
import { notifyError } from '../state/notifier-store.ts';
import { applyChatAction, type ChatEntry, emptyChat, isAnswering } from './chat-state.ts';
import type { ChatTransport } from './chat-transport.ts';
import { newId } from './new-id.ts';
import { forgetRunningRun, readRunningRun } from './running-run.ts';
import { clearSessionRecord, readSessionRecord, saveSessionRecord } from './session-record.ts';
import { useRunFollower } from './use-run-follower.ts';

/** A conversation and what can be done with it. */
export interface Chat {
  entries: readonly ChatEntry[];
  /** Empty until the first question. */
  chatId: string;
  isRunning: boolean;
  isLoading: boolean;
  loadError: unknown;
  reload: () => void;
  hasEarlier: boolean;
  loadEarlier: () => Promise<void>;
  ask: (question: string) => void;
  stop: () => void;
  clear: () => Promise<void>;
}

/** Joins a flow's conversation: its stored messages, a run still under way, and new questions. */
export function useChat(transport: ChatTransport, onRunEvent?: (event: LoggedEvent) => void): Chat {
  const { flowId, recordKind } = transport;
  const [chat, apply] = useReducer(applyChatAction, emptyChat);
  const [chatId, setChatId] = useState(() => readSessionRecord(flowId, recordKind).chatId ?? '');
  const [page, setPage] = useState(1);
  const client = useQueryClient();
  const follower = useRunFollower(transport, apply, onRunEvent);
  // The conversation as it was when this mounted: what comes later is told by events.
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

  const ask = (question: string) => {
    const id = chatId || newId();
    saveSessionRecord(flowId, recordKind, id);
    setChatId(readSessionRecord(flowId, recordKind).chatId ?? id);
    follower.ask(question, readSessionRecord(flowId, recordKind).chatId ?? id);
  };
  const loadEarlier = async () => {
    const earlier = await transport.load(chatId, page + 1).catch(notifyError);
    if (typeof earlier !== 'object') return;
    setPage(page + 1);
    apply({ type: 'earlier-loaded', ...earlier });
  };
  const clear = async () => {
    follower.leave();
    if (chatId !== '') await transport.clear(chatId);
    clearSessionRecord(flowId, recordKind);
    forgetRunningRun(flowId);
    setChatId('');
    setPage(1);
    apply({ type: 'cleared' });
    await client.invalidateQueries({ queryKey: ['runs', flowId] });
  };
  return {
    entries: chat.entries,
    chatId,
    isRunning,
    isLoading: history.isLoading,
    loadError: history.error,
    reload: history.refetch,
    hasEarlier: chat.hasEarlier,
    loadEarlier,
    ask,
    stop: follower.stop,
    clear,
  };
}
