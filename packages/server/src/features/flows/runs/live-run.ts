import type { RunEvent } from '@tendril/contract/run-event';
import type { EventEntry } from '../../../platform/events/events.ts';
import { createEntry, isStored } from './event-entry.ts';
import type { NewTurn } from './new-turn.ts';

// Text deltas are numbered while they stream but not stored: a client that saw some must still recognize what follows as
// new.
export const unstoredMost = 1_000_000;

/** What is known of a run that another process began. */
interface EarlierAttempts {
  readonly startedAt: number;
  /** Everything that is stored of its events. */
  readonly entries: readonly EventEntry[];
  /** The number of its last row of progress. */
  readonly progress: number;
  readonly isAnswerStored: boolean;
}

type EntryListener = (entry: EventEntry) => void;

/** A run in progress: its events so far, its watchers, and its abort signal. */
export class LiveRun {
  readonly id: string;
  readonly answerId: string;
  readonly startedAt: number;
  readonly turn: NewTurn;
  /** Settles when the run's end is on disk. */
  readonly ended: Promise<void>;
  /** A part of the answer is in the database. */
  isAnswerStored = false;
  /** It goes on after a crash; null for a run that this process started. */
  readonly earlier: EarlierAttempts | null;
  #text = '';
  #flushedLength = 0;
  #seq = 0;
  #progress = 0;
  #isEnded = false;
  #pending: EventEntry[] = [];
  #leaveTimer: NodeJS.Timeout | undefined;
  readonly #entries: EventEntry[] = [];
  readonly #listeners = new Set<EntryListener>();
  readonly #controller = new AbortController();
  readonly #end: () => void;

  constructor(id: string, answerId: string, turn: NewTurn, earlier: EarlierAttempts | null = null) {
    this.id = id;
    this.answerId = answerId;
    this.turn = turn;
    this.earlier = earlier;
    this.startedAt = earlier?.startedAt ?? Date.now();
    if (earlier) {
      this.#entries.push(...earlier.entries);
      this.#seq = (earlier.entries.at(-1)?.seq ?? 0) + unstoredMost;
      this.#progress = earlier.progress;
      this.isAnswerStored = earlier.isAnswerStored;
    }
    const { promise, resolve } = Promise.withResolvers<void>();
    this.ended = promise;
    this.#end = resolve;
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** The answer as far as it has been emitted. */
  get text(): string {
    return this.#text;
  }

  get entries(): readonly EventEntry[] {
    return this.#entries;
  }

  /** Records an event and sends it to all watchers. */
  emit(event: RunEvent): void {
    if (event.type === 'text-delta') this.#text += event.text;
    this.publish(this.append(event));
  }

  /** Records an event that must be on disk before anybody receives it. */
  append(event: RunEvent): EventEntry {
    this.#seq += 1;
    const entry = createEntry(this.#seq, event);
    this.#entries.push(entry);
    if (isStored(event)) this.#pending.push(entry);
    return entry;
  }

  publish(entry: EventEntry): void {
    for (const listener of this.#listeners) listener(entry);
  }

  /** Whether rows of its progress are in the database, or on the way there. */
  get hasProgress(): boolean {
    return this.#progress > 0;
  }

  /** The number of its next row of progress. */
  nextProgress(): number {
    this.#progress += 1;
    return this.#progress;
  }

  /** The stored kinds of events that have not been taken for writing yet. */
  takePending(): EventEntry[] {
    const taken = this.#pending;
    this.#pending = [];
    return taken;
  }

  giveBack(entries: readonly EventEntry[]): void {
    this.#pending = [...entries, ...this.#pending];
  }

  /** Whether a crash would lose something; reading it counts as written. */
  takeDirty(): boolean {
    const isDirty = this.#pending.length > 0 || this.#text.length > this.#flushedLength;
    this.#flushedLength = this.#text.length;
    return isDirty;
  }

  /** Replays the events after `after`, then sends each new one; returns the unsubscribe function. */
  attach(after: number, listener: EntryListener): () => void {
    clearTimeout(this.#leaveTimer);
    for (const entry of this.#entries) if (entry.seq > after) listener(entry);
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size === 0) this.#leave();
    };
  }

  stop(): void {
    this.#controller.abort();
  }

  /** Called once everything is on disk. */
  end(): void {
    this.#isEnded = true;
    clearTimeout(this.#leaveTimer);
    this.#end();
  }

  #leave(): void {
    const { graceMs } = this.turn;
    if (graceMs === undefined || this.#isEnded) return;
    this.#leaveTimer = setTimeout(() => this.stop(), graceMs);
    this.#leaveTimer.unref();
  }
}
