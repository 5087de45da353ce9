import type { LoggedEvent } from '@tendril/contract/run-event';
import { type AnswerView, emptyAnswer } from './answer-view.ts';
import { applyRunEvent } from './apply-run-event.ts';

/** One line of the conversation. */
export type ChatEntry =
  | { kind: 'question'; id: string; text: string; runId?: string }
  | { kind: 'answer'; id: string; view: AnswerView };

/** The conversation as it is shown, oldest first. */
export interface ChatState {
  entries: readonly ChatEntry[];
  /** There are older messages on the server. */
  hasEarlier: boolean;
}

export type ChatAction =
  | { type: 'loaded'; entries: readonly ChatEntry[]; hasEarlier: boolean }
  | { type: 'earlier-loaded'; entries: readonly ChatEntry[]; hasEarlier: boolean }
  | { type: 'asked'; id: string; question: string }
  /** A run that was under way when the page was left. */
  | { type: 'resumed'; id: string; runId: string; question: string }
  | { type: 'event'; event: LoggedEvent }
  /** No answer can come any more: refused before it began, or lost. */
  | { type: 'given-up'; status: 'failed' | 'cancelled' | 'interrupted'; error?: string }
  | { type: 'cleared' };

export const emptyChat: ChatState = { entries: [], hasEarlier: false };

/** The conversation after one action. */
export function applyChatAction(chat: ChatState, action: ChatAction): ChatState {
  switch (action.type) {
    case 'loaded':
      return { entries: action.entries, hasEarlier: action.hasEarlier };
    case 'earlier-loaded':
      return { entries: [...notShown(action.entries, chat), ...chat.entries], hasEarlier: action.hasEarlier };
    case 'asked':
      return { ...chat, entries: [...chat.entries, ...turn(action.id, action.question)] };
    case 'resumed':
      return { ...chat, entries: resumed(chat.entries, action) };
    case 'event':
      return changeRunning(chat, (view) => applyRunEvent(view, action.event));
    case 'given-up': {
      const { status, error } = action;
      return changeRunning(chat, (view) => ({ ...view, status, ...(error !== undefined && { error }) }));
    }
    case 'cleared':
      return emptyChat;
  }
}

// Turns asked since the first page push stored ones onto the next page once more.
function notShown(earlier: readonly ChatEntry[], { entries }: ChatState): ChatEntry[] {
  const runIds = new Set(entries.map(runIdOf));
  return earlier.filter((entry) => runIdOf(entry) === undefined || !runIds.has(runIdOf(entry)));
}

function runIdOf(entry: ChatEntry): string | undefined {
  return entry.kind === 'question' ? entry.runId : entry.view.runId;
}

/** Whether an answer is being written. */
export function isAnswering({ entries }: ChatState): boolean {
  const last = entries.at(-1);
  return last?.kind === 'answer' && last.view.status === 'running';
}

function turn(id: string, text: string, view: AnswerView = emptyAnswer): ChatEntry[] {
  return [
    { kind: 'question', id: `${id}-question`, text },
    { kind: 'answer', id, view },
  ];
}

// The history may hold the question, and a part of the answer that the replay tells again.
function resumed(
  entries: readonly ChatEntry[],
  { id, runId, question }: Extract<ChatAction, { type: 'resumed' }>,
): ChatEntry[] {
  const view = { ...emptyAnswer, runId };
  const others = entries.filter((entry) => !(entry.kind === 'answer' && entry.view.runId === runId));
  const isAskedThere = others.some((entry) => entry.kind === 'question' && entry.runId === runId);
  return isAskedThere ? [...others, { kind: 'answer', id, view }] : [...others, ...turn(id, question, view)];
}

function changeRunning(chat: ChatState, change: (view: AnswerView) => AnswerView): ChatState {
  const last = chat.entries.at(-1);
  if (last?.kind !== 'answer' || last.view.status !== 'running') return chat;
  return { ...chat, entries: [...chat.entries.slice(0, -1), { ...last, view: change(last.view) }] };
}
