import type { LoggedEvent } from '@tendril/contract/run-event';
import { type AnswerRating, type AnswerView, emptyAnswer } from './answer-view.ts';
import { applyRunEvent } from './apply-run-event.ts';
import type { SentFile } from './sent-file.ts';

/** One line of the conversation. */
export type ChatEntry =
  | { kind: 'question'; id: string; text: string; runId?: string; files?: readonly SentFile[] }
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
  | { type: 'asked'; id: string; question: string; files?: readonly SentFile[] }
  /** A run that was under way when the page was left. */
  | { type: 'resumed'; id: string; runId: string; question: string }
  | { type: 'event'; event: LoggedEvent }
  /** No answer can come any more: refused before it began, or lost. */
  | { type: 'given-up'; status: 'failed' | 'cancelled' | 'interrupted'; error?: string }
  /** What a spoken question says. */
  | { type: 'heard'; question: string }
  | { type: 'follow-ups'; questions: readonly string[] }
  | { type: 'rated'; id: string; rating: AnswerRating | undefined }
  /** After a decision, the waiting answer is complete. */
  | { type: 'decided'; id: string }
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
      return {
        ...chat,
        entries: [...chat.entries, ...turn(action.id, action.question, { files: action.files })],
      };
    case 'resumed':
      return { ...chat, entries: resumed(chat.entries, action) };
    case 'event':
      return heardIn(
        changeRunning(chat, (view) => applyRunEvent(view, action.event)),
        action.event,
      );
    case 'given-up': {
      const { status, error } = action;
      return changeRunning(chat, (view) => ({ ...view, status, ...(error !== undefined && { error }) }));
    }
    case 'heard':
      return withHeard(chat, action.question);
    case 'follow-ups':
      return changeAnswer(chat, chat.entries.at(-1)?.id, () => ({ followUps: action.questions }));
    case 'rated':
      return changeAnswer(chat, action.id, () => ({ rating: action.rating }));
    case 'decided':
      return changeAnswer(chat, action.id, (view) => ({ ...view, status: 'done', action: undefined }));
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

type TurnParts = { view?: AnswerView; files?: readonly SentFile[] | undefined };

function turn(id: string, text: string, { view = emptyAnswer, files = [] }: TurnParts = {}): ChatEntry[] {
  return [
    { kind: 'question', id: `${id}-question`, text, ...(files.length > 0 && { files }) },
    { kind: 'answer', id, view },
  ];
}

// The history may contain the question and a part of the answer that the replay repeats.
function resumed(
  entries: readonly ChatEntry[],
  { id, runId, question }: Extract<ChatAction, { type: 'resumed' }>,
): ChatEntry[] {
  const view = { ...emptyAnswer, runId };
  const others = entries.filter((entry) => !(entry.kind === 'answer' && entry.view.runId === runId));
  const isAskedThere = others.some((entry) => entry.kind === 'question' && entry.runId === runId);
  return isAskedThere
    ? [...others, { kind: 'answer', id, view }]
    : [...others, ...turn(id, question, { view })];
}

function changeRunning(chat: ChatState, change: (view: AnswerView) => AnswerView): ChatState {
  const last = chat.entries.at(-1);
  if (last?.kind !== 'answer' || last.view.status !== 'running') return chat;
  return { ...chat, entries: [...chat.entries.slice(0, -1), { ...last, view: change(last.view) }] };
}

type Changes = { [K in keyof AnswerView]?: AnswerView[K] | undefined };

function changeAnswer(
  chat: ChatState,
  id: string | undefined,
  change: (view: AnswerView) => Changes,
): ChatState {
  const entries = chat.entries.map((entry) =>
    entry.kind === 'answer' && entry.id === id
      ? { ...entry, view: definite({ ...entry.view, ...change(entry.view) }) }
      : entry,
  );
  return { ...chat, entries };
}

// A removed key is absent.
function definite(view: AnswerView & Changes): AnswerView {
  const entries = Object.entries(view).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as unknown as AnswerView;
}

function heardIn(chat: ChatState, event: LoggedEvent): ChatState {
  return event.type === 'run-start' ? withHeard(chat, event.question) : chat;
}

// A question that was spoken has no words until somebody has written them down.
function withHeard(chat: ChatState, text: string): ChatState {
  const place = chat.entries.findLastIndex(({ kind }) => kind === 'question');
  const asked = chat.entries[place];
  if (asked?.kind !== 'question' || asked.text !== '' || text === '') return chat;
  return { ...chat, entries: chat.entries.with(place, { ...asked, text }) };
}
