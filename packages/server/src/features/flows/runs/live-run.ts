import type { RunEvent } from '@tendril/contract/run-event';
import type { EventEntry } from '../../../platform/events/events.ts';
import { createEntry, isStored } from './event-entry.ts';
import type { NewTurn } from './new-turn.ts';
import { lengthOf, RunEntries } from './run-entries.ts';
import type { RunPlace } from './run-shares.ts';

// Text deltas are numbered while they stream but not stored: a client that saw some must still recognize what follows as
// new.
export const unstoredMost = 10_000_000;

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
  /** Its place among the runs of this process, where it has one. */
  place: RunPlace | undefined;
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
  #mayBeStored = false;
  #leaveTimer: NodeJS.Timeout | undefined;
  #isHandedBack = false;
  /** What its steps emit after that. */
  #late: RunEvent[] = [];
  readonly #entries: RunEntries;
  readonly #listeners = new Set<EntryListener>();
  readonly #controller = new AbortController();
  readonly #handedBack = Promise.withResolvers<void>();
  readonly #end: () => void;

  constructor(id: string, answerId: string, turn: NewTurn, earlier: EarlierAttempts | null = null) {
    this.id = id;
    this.answerId = answerId;
    this.turn = turn;
    this.earlier = earlier;
    this.startedAt = earlier?.startedAt ?? Date.now();
    this.#entries = new RunEntries(earlier?.entries);
    if (earlier) {
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
    return this.#entries.all;
  }

  /** The number of the latest event. */
  get seq(): number {
    return this.#seq;
  }

  /** Records an event and sends it to all watchers. */
  emit(event: RunEvent): void {
    if (this.#isHandedBack) return void this.#late.push(event);
    if (event.type === 'text-delta') this.#text += event.text;
    else if (event.type === 'step-start') this.place?.rest();
    else if (event.type === 'step-end') this.place?.goOn();
    this.#send(this.append(event));
  }

  /** Records an event. */
  append(event: RunEvent): EventEntry {
    const entry = this.prepare(event);
    this.#entries.add(entry);
    return entry;
  }

  /** Numbers an event that must be on disk before anybody receives it: by `publish`, also who comes later. */
  prepare(event: RunEvent): EventEntry {
    this.#seq += lengthOf(event);
    const entry = createEntry(this.#seq, event);
    if (isStored(event)) this.#pending.push(entry);
    return entry;
  }

  publish(entry: EventEntry): void {
    this.#entries.add(entry);
    this.#send(entry);
  }

  #send(entry: EventEntry): void {
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

  /** Takes back events that were not written, as far as is known: a commit may have succeeded without confirmation. */
  giveBack(entries: readonly EventEntry[]): void {
    this.#mayBeStored ||= entries.length > 0;
    this.#pending = [...entries, ...this.#pending];
  }

  /** Whether some of the events that are still to be written may be stored already. */
  get mayBeStored(): boolean {
    return this.#mayBeStored;
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
    for (const entry of this.#entries.after(after)) listener(entry);
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size === 0) this.#leave();
    };
  }

  stop(): void {
    this.#controller.abort();
  }

  /** Whether it goes on in another process: nothing more is written of it here. */
  get isHandedBack(): boolean {
    return this.#isHandedBack;
  }

  /** Resolves when it is left to another process. */
  get handedBack(): Promise<void> {
    return this.#handedBack.promise;
  }

  release(): void {
    this.#isHandedBack = true;
    this.#handedBack.resolve();
    this.stop();
  }

  /** It has come to its end here after all: what its steps have emitted since did happen. */
  takeBack(): void {
    this.#isHandedBack = false;
    for (const event of this.#late.splice(0)) this.emit(event);
  }

  /** Passes on an event of the process that goes on with it. */
  relay(entry: EventEntry): void {
    this.#seq = entry.seq;
    this.publish(entry);
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
