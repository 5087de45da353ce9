import { callLimits, reminderDefaults } from '@tendril/contract/voice/speech-ranges';
import type { CallConfig } from '../call-session.ts';

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
}

/** Reads the settings within the limits of a call, whatever is stored. */
export function normalizeRules(config: CallConfig, kind: { isText: boolean; hasTimers: boolean }): CallRules {
  const speaksFirst =
    config.beginMode === 'dynamic' || (config.beginMode === 'defined' && config.beginMessage.trim() !== '');
  const longestMs = config.maxCallDurationMs || callLimits.maxCallDurationMs;
  return {
    ...kind,
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
  };
}

/** The speed requested of a voice. */
export function normalizeSpeed(voiceSpeed: number): number {
  return Math.min(callLimits.maxVoiceSpeed, Math.max(callLimits.minVoiceSpeed, voiceSpeed));
}

/** The gain of the agent's voice. */
export function normalizeGain(volume: number): number {
  return Math.min(2, Math.max(0, volume));
}
