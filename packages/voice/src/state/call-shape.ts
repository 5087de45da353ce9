import type { CallEvent, DisconnectionReason } from '@tendril/contract/call-event';
import type { CallRules } from './call-rules.ts';

export type TimerName =
  | 'begin'
  | 'endpoint'
  | 'noise'
  | 'keypad'
  | 'reminder'
  | 'silence'
  | 'duration'
  | 'last-words';

export type ReplyCause = 'greeting' | 'answer' | 'reminder';

/** The inputs of a call's state. `at` and the other times are ms of the call's one clock. */
export type CallInput = { at: number } & (
  | { type: 'start' }
  /** A voice has sounded long enough to be one. */
  | { type: 'voice-onset'; onsetAt: number; voicedMs: number }
  | { type: 'voice'; voicedMs: number }
  | { type: 'voice-pause'; lastVoiceAt: number }
  | { type: 'interim'; utterance: number; text: string }
  | { type: 'final'; utterance: number; text: string }
  | { type: 'recognizer-lost'; message: string }
  | { type: 'typed'; text: string }
  | { type: 'key'; digit: string }
  | { type: 'hang-up'; reason: DisconnectionReason }
  | { type: 'timer'; name: TimerName }
  | AgentInput
);

/** Inputs of an answer in progress; those of an older generation come too late and change nothing. */
export type AgentInput = { generation: number } & (
  | { type: 'first-words' }
  | { type: 'sound-start' }
  /** Its sound was stopped: what the caller heard of it so far, and what not. */
  | { type: 'held'; heard: string; unsaid: string }
  /** Everything was said and heard. */
  | { type: 'answer-over'; heard: string; unsaid: string }
  | { type: 'function-time'; ms: number }
  | { type: 'no-interruption' }
  /** The call ends once this answer has been heard. */
  | { type: 'will-end'; reason: DisconnectionReason }
  | { type: 'answer-failed'; code: string; message: string; reason?: DisconnectionReason }
);

/** The effects to execute, in order. */
export type CallEffect =
  | { type: 'emit'; event: CallEvent }
  /** Resets a timer; `at` null cancels it. */
  | { type: 'timer'; name: TimerName; at: number | null }
  | { type: 'listen'; utterance: number }
  | { type: 'finish-listening'; utterance: number }
  /** `text` is spoken verbatim; without it the responder is asked. */
  | { type: 'reply'; turn: number; generation: number; cause: ReplyCause; text?: string }
  /** Stops the agent's sound until it is known whether the caller means it; answered by `held`. */
  | { type: 'hold' }
  | { type: 'resume' }
  /** Ends the answer down to the model's and the voice's sockets. */
  | { type: 'abandon' }
  /** Nobody speaks and nothing is to be answered. */
  | { type: 'rest' }
  | { type: 'end'; reason: DisconnectionReason; durationMs: number };

/** Something the caller said, typed or pressed that is not a turn yet. */
export interface HeardWords {
  text: string;
  how: 'spoken' | 'typed' | 'pressed';
}

export interface Utterance {
  id: number;
  onsetAt: number;
  voicedMs: number;
  interim: string;
  /** When the voice stopped; absent while it sounds. */
  lastVoiceAt?: number;
  /** It has sounded for long without a word: by its sound alone it interrupts nobody. */
  isNoise?: boolean;
}

export interface CallerTrack {
  /** Utterances so far; the id of the last one. */
  count: number;
  open: Utterance | null;
  /** Utterances whose final words are outstanding. */
  awaited: number;
  words: readonly HeardWords[];
  /** When the first voice of the unfinished turn began. */
  spokeFrom: number | null;
  /** Times of the last closed utterance. */
  last: { onsetAt: number; lastVoiceAt: number; endpointAt: number; finalAt?: number } | null;
  /** A backchannel that was ignored; it counts when the agent was about to end anyway. */
  passedOver: { text: string; at: number } | null;
  /** Words so far of the last closed utterance, should its final ones not come. */
  unfinished: string;
  keys: string;
  keyCount: number;
}

/** The agent's answer in progress. */
export interface AgentTrack {
  turn: number;
  cause: ReplyCause;
  hasSound: boolean;
  /** It waits for the caller: its sound is stopped, or must not begin. */
  isHeld: boolean;
  /** The caller has interrupted its sound. */
  isCut: boolean;
  /** Known once it is held. */
  split: { heard: string; unsaid: string } | null;
  isUninterruptible: boolean;
  willEnd: DisconnectionReason | null;
  hasFailed: boolean;
  askedAt: number;
  functionMs: number;
  functionMsBeforeWords?: number;
  firstWordsAt?: number;
  firstSoundAt?: number;
  /** When it last became audible. */
  soundAt?: number;
  /** Times of the words it answers; absent when they waited, were typed, or there are none. */
  spoken?: { lastVoiceAt: number; endpointAt: number; finalAt: number };
}

export interface CallState {
  stage: 'idle' | 'running' | 'ending' | 'ended';
  startedAt: number;
  /** Incremented for every answer and whenever one is given up: inputs of an older one are dropped. */
  generation: number;
  /** The agent's answers so far. */
  turn: number;
  owesGreeting: boolean;
  caller: CallerTrack;
  agent: AgentTrack | null;
  reminders: number;
  /** When somebody last said something: noise without words does not count. */
  quietSince: number;
  /** Answers in a row that failed. */
  failures: number;
  firstSoundAt: number | null;
  /** Set once the end is decided: the last words may still be outstanding. */
  end: { reason: DisconnectionReason; at: number } | null;
}

/** A state being changed by one input. */
export interface Draft {
  state: CallState;
  readonly effects: CallEffect[];
  readonly rules: CallRules;
  readonly at: number;
}
