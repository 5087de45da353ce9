import type { CallEvent, DisconnectionReason } from '@tendril/contract/call-event';
import type { TimedWord } from '@tendril/contract/voice/word-places';
import type { Intonation } from '../audio/intonation.ts';
import type { CallRules } from './call-rules.ts';

export type TimerName =
  | 'begin'
  | 'endpoint'
  | 'prepare'
  | 'noise'
  | 'keypad'
  | 'reminder'
  | 'silence'
  | 'duration'
  | 'voicemail'
  | 'last-words';

/** `operator`: a person speaks for the agent. */
export type ReplyCause = 'greeting' | 'answer' | 'reminder' | 'voicemail' | 'operator';

/** The inputs of a call's state. `at` and the other times are ms of the call's one clock. */
export type CallInput = { at: number } & (
  | { type: 'start' }
  /** A voice has sounded long enough to be one; `clearMs` of it stand out of the line's noise, all when absent. */
  | { type: 'voice-onset'; onsetAt: number; voicedMs: number; clearMs?: number }
  | { type: 'voice'; voicedMs: number; clearMs?: number }
  | { type: 'voice-pause'; lastVoiceAt: number; intonation?: Intonation }
  /** What was taken for a voice is the noise of the line. */
  | { type: 'voice-noise' }
  /** `isEnd`: the recognizer takes the utterance to be over. */
  | { type: 'interim'; utterance: number; text: string; isEnd?: boolean }
  /** `words`: those whose times are known. */
  | { type: 'final'; utterance: number; text: string; words?: readonly TimedWord[] }
  | { type: 'recognizer-lost'; message: string }
  | { type: 'typed'; text: string }
  | { type: 'key'; digit: string }
  /** What the line believes has answered. */
  | { type: 'answered-by'; by: 'human' | 'machine-start' | 'machine-end' }
  /** A mailbox has beeped. */
  | { type: 'beep' }
  /** The caller's side holds the call, or is back. */
  | { type: 'held-by-caller'; isHeld: boolean }
  | { type: 'hang-up'; reason: DisconnectionReason }
  /** The caller talks to somebody else from here on, on lines that are still heard. */
  | { type: 'connected' }
  /** Their conversation is over, and its last words are known. */
  | { type: 'conversation-over' }
  | { type: 'take-over' | 'give-back'; by: string }
  | { type: 'operator-words'; by: string; text: string }
  | { type: 'timer'; name: TimerName }
  | AgentInput
);

/** What was heard of an answer, and what not; `words` are those heard ones whose times the voice stated. */
export interface HeardShare {
  heard: string;
  unsaid: string;
  words?: readonly TimedWord[];
}

/** Inputs of an answer in progress; those of an older generation come too late and change nothing. */
export type AgentInput = { generation: number } & (
  | { type: 'first-words' }
  | { type: 'sound-start' }
  /** Its sound was stopped: what the caller heard of it so far, and what not. */
  | ({ type: 'held' } & HeardShare)
  /** Everything was said and heard. */
  | ({ type: 'answer-over' } & HeardShare)
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
  /** `text` is spoken verbatim; without it the responder is asked. `isPrepared`: the answer begun early is the one. */
  | {
      type: 'reply';
      turn: number;
      generation: number;
      cause: ReplyCause;
      text?: string;
      isPrepared?: true;
    }
  /** Begins the answer to words that may be the whole turn; it stays silent, and runs no function. */
  | { type: 'prepare'; turn: number; generation: number; words: string }
  /** The answer begun early is to other words: it is dropped as if it had never been. */
  | { type: 'discard' }
  /** Stops the agent's sound until it is known whether the caller means it; answered by `held`. */
  | { type: 'hold' }
  | { type: 'resume' }
  /** Makes the sounds of these words, which may be needed soon. */
  | { type: 'make-backchannels'; words: readonly string[] }
  /** Says a word of listening behind the caller's turn, which goes on. */
  | { type: 'backchannel'; word: string }
  /** Ends the answer down to the model's and the voice's sockets. */
  | { type: 'abandon' }
  /** Nobody speaks and nothing is to be answered. */
  | { type: 'rest' }
  /** The agent has nothing to say any more: both who talk are only listened to. */
  | { type: 'connect' }
  /** What the caller said before that is known. */
  | { type: 'close-recognizer' }
  /** Waits for the last words of both; answered by `conversation-over`. `hangsUp`: they are to stop. */
  | { type: 'finish-conversation'; hangsUp: boolean }
  | { type: 'end'; reason: DisconnectionReason; durationMs: number };

/** Something the caller said, typed or pressed that is not a turn yet. */
export interface HeardWords {
  text: string;
  how: 'spoken' | 'typed' | 'pressed';
  /** Words whose times are known. */
  words?: readonly TimedWord[];
}

export interface Utterance {
  id: number;
  onsetAt: number;
  voicedMs: number;
  /** What of it stands out of the noise. */
  clearMs: number;
  interim: string;
  /** When the voice stopped; absent while it sounds. */
  lastVoiceAt?: number;
  /** How it ended, as far as that could be heard. */
  intonation?: Intonation | undefined;
  /** The recognizer took it to be over. */
  isEndSigned?: boolean;
  /** It has sounded for long without a word: by its sound alone it interrupts nobody. */
  isNoise?: boolean;
}

export interface CallerTrack {
  /** An utterance that was noise: nobody waits for its words, should it have any after all. */
  dismissed: number | null;
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
  passedOver: { words: readonly HeardWords[]; at: number } | null;
  /** How long this caller pauses within a turn, by the pauses so far; null until there was one. */
  rhythmMs: number | null;
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
  /** When it fell silent for a voice whose words may yet be a sign of listening; null when it did not. */
  yieldedAt: number | null;
  /** Known once it is held. */
  split: HeardShare | null;
  isUninterruptible: boolean;
  willEnd: DisconnectionReason | null;
  hasFailed: boolean;
  askedAt: number;
  functionMs: number;
  functionMsBeforeWords?: number;
  firstWordsAt?: number;
  /** How long before the turn was certain it was begun. */
  aheadMs?: number;
  firstSoundAt?: number;
  /** When it last became audible. */
  soundAt?: number;
  /** Times of the words it answers; absent when they waited, were typed, or there are none. */
  spoken?: { lastVoiceAt: number; endpointAt: number; finalAt: number };
}

export interface CallState {
  /** `connected`: the caller talks to somebody else; `parting`: that is over, but for its last words. */
  stage: 'idle' | 'running' | 'connected' | 'parting' | 'ending' | 'ended';
  startedAt: number;
  /** Incremented for every answer and whenever one is given up: inputs of an older one are dropped. */
  generation: number;
  /** The agent's answers so far. */
  turn: number;
  owesGreeting: boolean;
  /** Whether a machine may have answered, and how far its greeting is. */
  voicemail: 'off' | 'watching' | 'greeting' | 'leaving';
  caller: CallerTrack;
  agent: AgentTrack | null;
  /** An answer begun before the turn is certain, to these words. */
  prepared: { words: string; at: number } | null;
  /** How many answers were begun early since the last turn. */
  preparations: number;
  /** The agent's signs of listening so far. */
  backchannels: {
    /** The utterance for which their sounds were last asked for. */
    madeFor: number;
    last: { at: number; word: string; interim: string } | null;
  };
  /** The caller's side holds the call: nobody is there to be reminded. */
  isHeldByCaller: boolean;
  /** A person speaks for the agent; what of it is still to be said. */
  takeover: { words: readonly string[] } | null;
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
