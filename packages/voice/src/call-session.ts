import type { CallEvent, DisconnectionReason } from '@tendril/contract/call-event';
import type { SpeechToText } from '@tendril/contract/provider/speech-to-text';
import type { TextToSpeech } from '@tendril/contract/provider/text-to-speech';
import type { AudioTransport } from './audio-transport.ts';
import type { CallClock } from './call-clock.ts';
import type { CallFunction } from './call-function.ts';
import type { ReplayedTurn, Responder, SpokenTurn } from './responder.ts';

/** What the call's agent has set; ms, shares 0 to 1, speed and volume 0 to 2. */
export interface CallConfig {
  language: string;
  voiceSpeed: number;
  volume: number;
  responsiveness: number;
  interruptionSensitivity: number;
  sttMode: 'fast' | 'accurate';
  endCallAfterSilenceMs: number;
  maxCallDurationMs: number;
  beginMessageDelayMs: number;
  beginMode: 'user' | 'dynamic' | 'defined';
  /** Filled already. */
  beginMessage: string;
  reminderTriggerMs: number;
  reminderMaxCount: number;
  keywords: readonly string[];
}

/** Everything a call works with. Without a transport it is a text call: no ear, no mouth, no waiting for playout. */
export interface CallParts {
  config: CallConfig;
  responder: Responder;
  functions: readonly CallFunction[];
  /** Given values, defaults and collected ones; built-in values are added by `builtIn` at each use. */
  variables: Record<string, string>;
  builtIn(text: string): Record<string, string>;
  /** Body of custom functions: the call in Retell's shape, now. */
  describe(): Record<string, unknown>;
  /** Gets every event but `call-start`, which whoever starts the call tells; the last one is `call-end`. */
  emit(event: CallEvent): void;
  audio?: {
    transport: AudioTransport;
    recognizer: SpeechToText;
    /** The agent's voice, then its fallbacks in order. */
    synthesizers: readonly TextToSpeech[];
    /** Both directions as they were on the line, for the recording; in frames of 20 ms. */
    record?(caller: Int16Array, agent: Int16Array): void;
    /** The next samples of the sound behind the agent's voice, at the line's rate; absent: silence. */
    ambience?(samples: number): Int16Array;
  };
  /** What was said before, in an earlier call: it is told again, unasked, and the caller goes on from there. */
  history?: readonly ReplayedTurn[];
  /** Reminders, silence and longest duration count only where a person is on the line. */
  hasTimers: boolean;
  /** The real one when absent. */
  clock?: CallClock;
}

export interface CallOutcome {
  reason: DisconnectionReason;
  durationMs: number;
  turns: readonly SpokenTurn[];
  /** Variables that functions set. */
  collected: Record<string, string>;
}

/** A call under way. */
export interface CallSession {
  /** Settles when the call is over; never rejects. */
  readonly ended: Promise<CallOutcome>;
  /** The caller wrote instead of speaking. Settles when the agent has answered. */
  say(text: string): Promise<void>;
  press(digit: string): void;
  hangUp(reason: DisconnectionReason): void;
}
