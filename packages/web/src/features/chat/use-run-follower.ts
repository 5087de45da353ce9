import { useQueryClient } from '@tanstack/react-query';
import { newId } from '@tendril/contract/page/new-id';
import type { LoggedEvent } from '@tendril/contract/run-event';
import { type Dispatch, useCallback, useEffect, useRef } from 'react';
import { toMessage } from '../../kit/lib/to-message.ts';
import { notifyError } from '../../kit/state/notifier-store.ts';
import { followToEnd } from '../runs/follow-to-end.ts';
import { forgetRunningRun, keepRunningRun, type RunningRun } from '../runs/running-run.ts';
import { takeLiveEvent } from '../runs/runs.queries.ts';
import type { ChatAction } from './chat-state.ts';
import type { Asking, ChatTransport } from './chat-transport.ts';
import type { SentFile } from './sent-file.ts';

interface Followed extends RunningRun {
  controller: AbortController;
  /** Stop was pressed before the run had a name. */
  isStopAsked: boolean;
}

/** What is asked: the words, the files as they are shown, and what goes along. */
export type Question = Omit<Asking, 'chatId' | 'signal' | 'notes'> & { files?: readonly SentFile[] };

type Open = (signal: AbortSignal) => AsyncIterable<LoggedEvent>;

/** Follows one run at a time, from its question to its end, and emits its events. */
export function useRunFollower(
  transport: ChatTransport,
  apply: Dispatch<ChatAction>,
  onRunEvent: ((event: LoggedEvent) => void) | undefined,
) {
  const { flowId, canAttach } = transport;
  const client = useQueryClient();
  const followed = useRef<Followed>(undefined);
  const listener = useRef(onRunEvent);

  useEffect(() => {
    listener.current = onRunEvent;
  }, [onRunEvent]);

  const stopRun = useCallback(
    ({ runId, chatId }: RunningRun) => transport.stop(runId, chatId).catch(notifyError),
    [transport],
  );
  const take = useCallback(
    (own: Followed, event: LoggedEvent) => {
      if (own.runId !== event.runId) {
        own.runId = event.runId;
        const { runId, chatId, question } = own;
        if (canAttach) keepRunningRun(flowId, { runId, chatId, question });
        if (own.isStopAsked) void stopRun(own);
      }
      if (event.type === 'run-end') forgetRunningRun(flowId);
      if (canAttach) takeLiveEvent(client, event);
      apply({ type: 'event', event });
      listener.current?.(event);
    },
    [apply, canAttach, client, flowId, stopRun],
  );
  const follow = useCallback(
    async (open: Open, run: RunningRun) => {
      followed.current?.controller.abort();
      const own: Followed = { ...run, controller: new AbortController(), isStopAsked: false };
      followed.current = own;
      const { signal } = own.controller;
      const attach = canAttach ? transport.attach : undefined;
      try {
        for await (const event of followToEnd({ open, attach, signal, runId: run.runId })) take(own, event);
      } catch (thrown) {
        if (signal.aborted) return;
        forgetRunningRun(flowId);
        apply({ type: 'given-up', status: 'failed', error: toMessage(thrown) });
      }
    },
    [apply, canAttach, flowId, take, transport],
  );

  // The run itself continues for a while, so that a user who returns in time finds it.
  useEffect(() => () => followed.current?.controller.abort(), []);

  const ask = ({ files, ...asking }: Question, chatId: string) => {
    const { question } = asking;
    const notes: Asking['notes'] = {
      heard: (words) => apply({ type: 'heard', question: words }),
      followUps: (questions) => apply({ type: 'follow-ups', questions }),
    };
    apply({ type: 'asked', id: newId(), question, ...(files && { files }) });
    const open: Open = (signal) => transport.ask({ ...asking, chatId, notes, signal });
    void follow(open, { runId: '', chatId, question });
  };
  const resume = useCallback(
    (run: RunningRun) => {
      apply({ type: 'resumed', id: newId(), runId: run.runId, question: run.question });
      void follow((signal) => transport.attach(run.runId, 0, signal), run);
    },
    [apply, follow, transport],
  );
  const stop = () => {
    const own = followed.current;
    if (own === undefined) return;
    if (own.runId === '') own.isStopAsked = true;
    else void stopRun(own);
  };
  const leave = () => followed.current?.controller.abort();
  return { ask, resume, stop, leave };
}
