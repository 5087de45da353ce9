import type { LoggedEvent, RunAction } from '@tendril/contract/run-event';
import type { ChatEntry } from './chat-state.ts';
import type { Upload } from './sent-file.ts';
import type { RecordKind } from './session-record.ts';

interface HistoryPage {
  /** Oldest first. */
  entries: ChatEntry[];
  hasEarlier: boolean;
}

/** The user's decision for a waiting run. */
export interface Decision {
  runId: string;
  action: RunAction;
  decision: 'approve' | 'reject';
  note: string;
}

/** What becomes known of a turn beside its events. */
export interface TurnNotes {
  /** The words of a question that was spoken. */
  heard: (question: string) => void;
  followUps: (questions: readonly string[]) => void;
}

/** One question on its way. */
export interface Asking {
  question: string;
  chatId: string;
  uploads?: readonly Upload[] | undefined;
  leadEmail?: string | undefined;
  decision?: Decision | undefined;
  notes?: TurnNotes | undefined;
  signal: AbortSignal;
}

/** How a chat reaches its flow: as a signed-in person, or as a visitor of a public flow. */
export interface ChatTransport {
  flowId: string;
  recordKind: RecordKind;
  /** Whether a run outlives its connection and can be found again. */
  canAttach: boolean;
  ask(asking: Asking): AsyncIterable<LoggedEvent>;
  /** The events of a run after the place `after`, past and coming. */
  attach(runId: string, after: number, signal: AbortSignal): AsyncIterable<LoggedEvent>;
  stop(runId: string, chatId: string): Promise<void>;
  /** One page of the stored conversation; page 1 holds the newest messages. */
  load(chatId: string, page: number, signal?: AbortSignal): Promise<HistoryPage>;
  /** Deletes what is stored of the conversation. */
  clear(chatId: string): Promise<void>;
  /** Called when an answer has ended, with the whole conversation. */
  keep(entries: readonly ChatEntry[]): void;
}
