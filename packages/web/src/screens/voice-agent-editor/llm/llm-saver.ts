import type { VoiceLlm } from '@tendril/contract/voice/voice-agent';
import type { StoreApi } from 'zustand/vanilla';
import { RequestError } from '../../../kit/api/request-error.ts';
import { toMessage } from '../../../kit/lib/to-message.ts';
import { fieldsOf, withoutSame } from './llm-edits.ts';
import type { LlmSessionOptions, LlmSessionState } from './llm-session.ts';
import { sendEdits } from './send-edits.ts';
import { takeTheirs } from './take-theirs.ts';

/** Rest after the last key before a save. */
export const saveRestMs = 800;
/** Waits before a save that did not reach the server is tried again; the last one repeats. */
const retryRestsMs = [2000, 5000, 15_000, 30_000];

const isUnreached = (error: unknown) =>
  error instanceof RequestError && (error.status === 0 || error.status >= 500);

/** The part of a session that talks to the server: one save at a time, retried when one fails. */
export function createLlmSaver(
  options: Pick<LlmSessionOptions, 'read' | 'onStored'>,
  store: StoreApi<LlmSessionState>,
  onSettled: () => void,
) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let sending: Promise<boolean> | undefined;
  let news: VoiceLlm | undefined;
  let failures = 0;

  const isDone = () => fieldsOf(store.getState().edits).length === 0;
  const wait = (restMs: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => void send(), restMs);
  };
  const run = async (): Promise<boolean> => {
    if (store.getState().stage === 'clash') return false;
    if (isDone()) return true;
    store.setState({ stage: 'saving' });
    try {
      const stored = await sendEdits(store, options.read);
      if (!stored) return false;
      options.onStored(stored);
    } catch (error) {
      store.setState({ stage: 'failed', failure: toMessage(error) });
      if (isUnreached(error)) wait(retryRestsMs[Math.min(failures, retryRestsMs.length - 1)] ?? 0);
      failures += 1;
      return false;
    }
    failures = 0;
    store.setState({ stage: isDone() ? 'saved' : 'waiting', failure: '' });
    if (!isDone()) wait(saveRestMs);
    onSettled();
    return true;
  };
  const send = (): Promise<boolean> => {
    clearTimeout(timer);
    sending ??= run().finally(() => {
      sending = undefined;
      if (news) adopt(news);
      news = undefined;
    });
    return sending;
  };
  function adopt(theirs: VoiceLlm): void {
    if (theirs.revision <= store.getState().base.revision) return;
    if (sending) news = theirs;
    else if (takeTheirs(store, theirs)) onSettled();
    else clearTimeout(timer);
  }
  return {
    adopt,
    /** Sends until nothing is left; answers whether that worked. */
    flush: async (): Promise<boolean> => {
      do {
        if (!(await send())) return false;
      } while (!isDone());
      return true;
    },
    /** Something was edited. */
    note: () => {
      const { edits, base, stage } = store.getState();
      if (stage === 'saving' || stage === 'clash') return;
      const left = withoutSame(edits, base);
      const isOver = fieldsOf(left).length === 0;
      store.setState({ edits: left, stage: isOver ? 'saved' : 'waiting' });
      if (isOver) clearTimeout(timer);
      else wait(saveRestMs);
    },
    stop: () => clearTimeout(timer),
  };
}
