import { useEffect } from 'react';
import type { Chat } from './use-chat.ts';

/** What something outside the chat wants said in it: a question, or a decision on an answer that waits. */
export type AskRequest =
  | { question: string }
  | {
      runId: string;
      decision: 'approve' | 'reject';
      note: string;
      /** What the conversation shows of it. */
      words: string;
      /** Called when this conversation has no such answer. */
      onMissing: () => void;
    };

type AskTarget = Pick<Chat, 'ask' | 'decide' | 'entries' | 'isLoading' | 'isRunning'>;

function fulfil(request: AskRequest, chat: AskTarget): void {
  if ('question' in request) {
    chat.ask(request.question);
    return;
  }
  const { runId, decision, note, words, onMissing } = request;
  const entry = chat.entries.findLast(
    (one) => one.kind === 'answer' && one.view.runId === runId && one.view.action !== undefined,
  );
  if (entry) chat.decide(entry.id, decision, note, words);
  else onMissing();
}

// A conversation that is redrawn does not fulfil them again.
const fulfilled = new WeakSet<AskRequest>();

/** Handles a request once the conversation is loaded and no other answer is in progress. */
export function useAskRequest(request: AskRequest | null, chat: AskTarget): void {
  useEffect(() => {
    if (request === null || fulfilled.has(request) || chat.isLoading || chat.isRunning) return;
    fulfilled.add(request);
    fulfil(request, chat);
  });
}
