import type { TranscriptLine } from '@tendril/contract/api/calls';
import type { CallEvent, LoggedCallEvent } from '@tendril/contract/call-event';
import type { EventEntry } from '../../../platform/events/events.ts';
import { AnswerTimes } from './call-latency.ts';
import { CallTranscript } from './call-transcript.ts';
import { toRedactedEvent } from './redacted-event.ts';

export type CallEntry = EventEntry<{ readonly type: string }>;
type CallListener = (event: LoggedCallEvent) => void;

const liveOnly: ReadonlySet<CallEvent['type']> = new Set(['transcript-interim', 'agent-delta']);

/** The events of a call so far: for its listeners, and for the disk. */
export class CallLog {
  readonly callId: string;
  readonly startedAt = Date.now();
  readonly times = new AnswerTimes();
  /** US dollars of its steps, by kind. */
  readonly costs = new Map<string, number>();
  readonly #clockStart = performance.now();
  readonly #isPrivate: boolean;
  readonly #transcript: CallTranscript;
  readonly #listeners = new Set<CallListener>();
  /** What a person is shown who begins to watch. */
  readonly #shown: LoggedCallEvent[] = [];
  #pending: CallEntry[] = [];
  #seq = 0;
  #lastOffsetMs = 0;

  constructor(callId: string, { isPrivate, isSpoken }: { isPrivate: boolean; isSpoken: boolean }) {
    this.#transcript = new CallTranscript(isSpoken);
    this.callId = callId;
    this.#isPrivate = isPrivate;
  }

  /** What has happened so far, without what is of the moment; of a private call, without its words. */
  get events(): readonly LoggedCallEvent[] {
    return this.#shown;
  }

  get transcript(): readonly TranscriptLine[] {
    return this.#transcript.lines;
  }

  /** The transcript including the current utterance. */
  get transcriptSoFar(): readonly TranscriptLine[] {
    return this.#transcript.soFar(this.offsetMs);
  }

  /** ms since the call began. */
  get offsetMs(): number {
    return Math.round(performance.now() - this.#clockStart);
  }

  /** `at`: when it happened, in ms since 1970, if it was on its way for a while. */
  emit(event: CallEvent, at?: number): void {
    const logged = this.append(event, at);
    for (const listener of this.#listeners) listener(logged);
  }

  /** Records an event that must be on disk before anybody receives it. */
  append(event: CallEvent, at?: number): LoggedCallEvent {
    this.#seq += 1;
    const offsetMs = this.#place(at);
    const logged = { callId: this.callId, seq: this.#seq, at: this.startedAt + offsetMs, offsetMs, ...event };
    this.#note(event, offsetMs);
    if (!liveOnly.has(event.type)) {
      const kept = this.#isPrivate ? toRedactedEvent(event) : event;
      this.#pending.push(toEntry(logged.seq, logged.at, offsetMs, kept));
      this.#shown.push(this.#toShown(logged));
    }
    return logged;
  }

  notify(event: LoggedCallEvent): void {
    for (const listener of this.#listeners) listener(event);
  }

  listen(listener: CallListener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Passes on what has happened so far, and everything from now on; of a private call, without its words. */
  watch(listener: CallListener): () => void {
    for (const event of this.#shown) listener(event);
    return this.listen((event) => listener(this.#toShown(event)));
  }

  #toShown(event: LoggedCallEvent): LoggedCallEvent {
    return this.#isPrivate ? (toRedactedEvent(event) as LoggedCallEvent) : event;
  }

  get isDirty(): boolean {
    return this.#pending.length > 0;
  }

  /** The stored kinds of events that have not been taken for writing yet. */
  takePending(): CallEntry[] {
    const taken = this.#pending;
    this.#pending = [];
    return taken;
  }

  giveBack(entries: readonly CallEntry[]): void {
    this.#pending = [...entries, ...this.#pending];
  }

  /** The log goes forward: what was on its way is never before what was noted meanwhile. */
  #place(at: number | undefined): number {
    const ago = at === undefined ? 0 : Math.max(0, performance.timeOrigin + performance.now() - at);
    this.#lastOffsetMs = Math.max(this.#lastOffsetMs, Math.round(this.offsetMs - ago));
    return this.#lastOffsetMs;
  }

  #note(event: CallEvent, offsetMs: number): void {
    this.#transcript.note({ ...event, offsetMs });
    this.times.note(event);
    if (event.type === 'step-end' && event.costUsd !== undefined)
      this.costs.set(event.kind, (this.costs.get(event.kind) ?? 0) + event.costUsd);
  }
}

/** An event as the event log stores it; only its type is a column. */
export function toEntry(seq: number, at: number, offsetMs: number, event: CallEvent): CallEntry {
  return { seq, at, event: { type: event.type }, payload: JSON.stringify({ offsetMs, ...event }) };
}

/** An event of a call as the event log returns it: under the call's id as a run's, except where it names a run itself. */
export function fromLog(callId: string, stored: object): LoggedCallEvent {
  const { runId, ...event } = stored as { type: CallEvent['type']; runId: string };
  const named = event.type === 'flow-run' ? { runId } : {};
  return { callId, ...event, ...named } as unknown as LoggedCallEvent;
}
