import { callLimits, reminderDefaults } from '@tendril/contract/voice/speech-ranges';
import type { BackchannelRules, CallConfig, KeypadRules, VoicemailRules } from '../call-session.ts';
import { endpointWaitMs, type TurnCues } from '../turn-detector.ts';
import { listeningWords } from '../turns/phrases.ts';

/** The rules of a call: the agent's settings within their limits, and the type of the call. */
export interface CallRules {
  language: string;
  responsiveness: number;
  sensitivity: number;
  begin: 'agent' | 'caller';
  /** Spoken verbatim; absent when the responder makes up its own greeting. */
  beginMessage?: string;
  beginDelayMs: number;
  reminderAfterMs: number;
  maxReminders: number;
  silenceMs: number;
  longestMs: number;
  isText: boolean;
  hasTimers: boolean;
  /** Answers may be begun before the turn is certain. */
  mayPrepare: boolean;
  /** The rule by which a turn ends. */
  waitMs: (cues: TurnCues) => number;
  keypad: KeypadRules;
  voicemail?: VoicemailRules;
  menuWithinMs?: number;
  /** Signs of listening; absent where there are none. */
  backchannel?: { frequency: number; words: readonly string[] };
}

/** What of the rules is not a setting of the agent. */
interface CallKind {
  isText: boolean;
  hasTimers: boolean;
  mayPrepare?: boolean;
  /** The product's own rule when absent. */
  waitMs?: CallRules['waitMs'] | undefined;
}

/** Reads the settings within the limits of a call, whatever is stored. */
export function normalizeRules(config: CallConfig, kind: CallKind): CallRules {
  const speaksFirst =
    config.beginMode === 'dynamic' || (config.beginMode === 'defined' && config.beginMessage.trim() !== '');
  const longestMs = config.maxCallDurationMs || callLimits.maxCallDurationMs;
  return {
    isText: kind.isText,
    hasTimers: kind.hasTimers,
    mayPrepare: kind.mayPrepare === true && !kind.isText,
    waitMs: kind.waitMs ?? endpointWaitMs,
    language: config.language,
    responsiveness: config.responsiveness,
    sensitivity: config.interruptionSensitivity,
    begin: speaksFirst ? 'agent' : 'caller',
    ...(config.beginMode === 'defined' && speaksFirst && { beginMessage: config.beginMessage }),
    beginDelayMs: kind.isText ? 0 : config.beginMessageDelayMs,
    reminderAfterMs: config.reminderTriggerMs || reminderDefaults.triggerMs,
    maxReminders: config.reminderMaxCount,
    silenceMs: Math.max(callLimits.minEndCallAfterSilenceMs, config.endCallAfterSilenceMs),
    longestMs: Math.min(longestMs, callLimits.maxCallDurationMs),
    keypad: config.keypad ?? {},
    ...(config.voicemail && !kind.isText && { voicemail: config.voicemail }),
    ...(config.backchannel && !kind.isText && { backchannel: listeningRules(config, config.backchannel) }),
    ...(config.menuWithinMs !== undefined && !kind.isText && { menuWithinMs: config.menuWithinMs }),
  };
}

/** The agent's own words, or those of its language. */
function listeningRules({ language }: CallConfig, { frequency, words }: BackchannelRules) {
  return { frequency, words: words.length > 0 ? words : listeningWords(language) };
}

/** The speed requested of a voice. */
export function normalizeSpeed(voiceSpeed: number): number {
  return Math.min(callLimits.maxVoiceSpeed, Math.max(callLimits.minVoiceSpeed, voiceSpeed));
}

/** The gain of the agent's voice. */
export function normalizeGain(volume: number): number {
  return Math.min(2, Math.max(0, volume));
}
