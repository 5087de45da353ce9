import type { CallEvent } from '@tendril/contract/call-event';
import type { HoldSound } from '@tendril/contract/voice/voice-function';
import type { AudioFrame } from '../audio-format.ts';
import type { ConnectedLine } from '../audio-transport.ts';
import type { CallClock } from '../call-clock.ts';
import type { CallParts } from '../call-session.ts';
import type { SpokenTurn } from '../responder.ts';
import type { CallInput } from '../state/call-shape.ts';

/** An input without its time. */
export type TimelessInput = CallInput extends infer One
  ? One extends unknown
    ? Omit<One, 'at'>
    : never
  : never;

/** What the parts of a call share. */
export interface CallWork {
  parts: CallParts;
  clock: CallClock;
  /** Aborts when the call is over. */
  signal: AbortSignal;
  /** Emits an event, unless the call is over. */
  emit(event: CallEvent): void;
  /** Feeds an input to the call's state, as of now or of a given time. */
  feed(input: TimelessInput, at?: number): void;
  /** A part of the call has failed in a way that nobody expects: the call ends, and says so. */
  fail(error: unknown): void;
  turns(): readonly SpokenTurn[];
  /** Instructions of persons who watch the call. */
  guidance(): readonly string[];
  /** Current values of dynamic variables, with the built-in ones that `text` names. */
  variables(text: string): Record<string, string>;
  /** Plays to a caller who is on hold; returns what ends it. */
  playOnHold(sound: HoldSound): () => void;
  /** A text in the agent's voice for somebody other than the caller; undefined where nothing is spoken. */
  speakAside(text: string): Promise<AudioFrame | undefined>;
  collect(values: Record<string, string>): void;
  /** The caller talks to somebody else from here on, and the agent no more. */
  connect(line: ConnectedLine): void;
}
