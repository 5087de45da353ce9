import type { CallEvent, DisconnectionReason } from '@tendril/contract/call-event';
import type { SpeechToText } from '@tendril/contract/provider/speech-to-text';
import type { Pronunciation, TextToSpeech, VoiceEmotion } from '@tendril/contract/provider/text-to-speech';
import type { CallAct } from '@tendril/contract/voice/call-act';
import type { OpenDenoiser } from './audio/denoiser.ts';
import type { AudioTransport } from './audio-transport.ts';
import type { CallClock } from './call-clock.ts';
import type { CallFunction } from './call-function.ts';
import type { ReplayedTurn, Responder, SpokenTurn } from './responder.ts';
import type { TurnCues } from './turn-detector.ts';

/** The agent's settings for the call; ms, shares 0 to 1, speed and volume 0 to 2. */
export interface CallConfig {
  language: string;
  voiceSpeed: number;
  volume: number;
  /** 0 to 2; the voice's own when absent. */
  voiceTemperature?: number;
  voiceEmotion?: VoiceEmotion;
  pronunciations?: readonly Pronunciation[];
  responsiveness: number;
  interruptionSensitivity: number;
  sttMode: 'fast' | 'accurate';
  /** What is taken out of the caller's sound before it is recognized; nothing when absent. */
  denoising?: 'none' | 'noise';
  endCallAfterSilenceMs: number;
  maxCallDurationMs: number;
  beginMessageDelayMs: number;
  beginMode: 'user' | 'dynamic' | 'defined';
  /** With placeholders filled. */
  beginMessage: string;
  reminderTriggerMs: number;
  reminderMaxCount: number;
  keywords: readonly string[];
  /** What the caller's keys mean; the usual rules when absent. */
  keypad?: KeypadRules;
  /** Whether a machine may have answered, and what then; absent on lines that were not dialled. */
  voicemail?: VoicemailRules;
  /** A menu that answers ends the call within this time; absent on lines that were not dialled. */
  menuWithinMs?: number;
  /** The agent says now and then that it listens; absent: never. */
  backchannel?: BackchannelRules;
  /** How long a transfer may ring; the line's own time when absent. */
  transferRingMs?: number;
  /** Nobody listens once the caller talks to somebody else. */
  leavesAtTransfer?: true;
}

/** When pressed keys are a whole number. */
export interface KeypadRules {
  /** Keys are not heard at all. */
  isOff?: true;
  /** So many are one. */
  digitLimit?: number;
  /** This key ends one, and is not part of it; '': none does. */
  terminationKey?: string;
  /** A pause this long ends one. */
  timeoutMs?: number;
}

/** Words that the agent says while the caller goes on speaking. */
export interface BackchannelRules {
  /** 0: never, 1: at every moment that suits. */
  frequency: number;
  /** Those of the agent's language when empty. */
  words: readonly string[];
}

/** A machine is looked for in the first `withinMs` of a call. */
export interface VoicemailRules {
  withinMs: number;
  /** What is said after its greeting; absent: the call ends at once. */
  message?: string;
  /** The message is made up by this instruction instead. */
  prompt?: string;
}

/**
 * The dependencies of a call. Without a transport it is a text call: no recognizer, no synthesizer, no waiting for
 * playout.
 */
export interface CallParts {
  config: CallConfig;
  responder: Responder;
  functions: readonly CallFunction[];
  /** Given values, defaults and collected ones; built-in values are added by `builtIn` at each use. */
  variables: Record<string, string>;
  builtIn(text: string): Record<string, string>;
  /** Body of custom functions: the call in Retell's format, as of now. */
  describe(): Record<string, unknown>;
  /**
   * Receives every event but `call-start`, which the creator of the call emits; the last one is `call-end`. `at`: when
   * it happened, in ms since 1970, if it comes from another process.
   */
  emit(event: CallEvent, at?: number): void;
  audio?: {
    transport: AudioTransport;
    recognizer: SpeechToText;
    /** The agent's voice, then its fallbacks in order. */
    synthesizers: readonly TextToSpeech[];
    /** Both directions as they were on the line, for the recording; in frames of 20 ms, which are used again afterwards. */
    record?(caller: Int16Array, agent: Int16Array): void;
    /** The next samples of the background sound, at the line's rate; absent: silence. */
    ambience?(samples: number): Int16Array;
    /** Called with the number of frames that were not sent in time, although their sound was there. */
    onLate?: (frames: number) => void;
    /** Used where the settings ask for it. */
    openDenoiser?: OpenDenoiser;
  };
  /** Turns of an earlier call: they are emitted again, without calling a model, and the caller continues from there. */
  history?: readonly ReplayedTurn[];
  /** Reminders, silence and maximum duration apply only where a person is on the line. */
  hasTimers: boolean;
  /** The real clock when absent. */
  clock?: CallClock;
  /** The rule by which the caller's turn ends; the product's own when absent. */
  waitMs?: (cues: TurnCues) => number;
}

export interface CallOutcome {
  reason: DisconnectionReason;
  durationMs: number;
  turns: readonly SpokenTurn[];
  /** Variables that functions set. */
  collected: Record<string, string>;
}

/** A call in progress. */
export interface CallSession {
  /** Settles when the call is over; never rejects. */
  readonly ended: Promise<CallOutcome>;
  /** The caller typed instead of speaking. Settles when the agent has answered. */
  say(text: string): Promise<void>;
  press(digit: string): void;
  /** What the line believes has answered. */
  noteAnsweredBy(by: 'human' | 'machine-start' | 'machine-end'): void;
  /** The caller's side holds the call, or is back. */
  noteHeld(isHeld: boolean): void;
  /** A person who watches the call does something in it. */
  intervene(act: CallAct, by: string): void;
  /** Changes settings of the call while it runs. */
  configure(changes: Partial<CallConfig>): void;
  hangUp(reason: DisconnectionReason): void;
}

/** A call whose session is in this process. */
export interface OwnCallSession extends CallSession {
  /** Something of it has thrown where nobody caught it: it ends, and says so. */
  fail(error: unknown): void;
}
