import { callLimits, reminderDefaults } from '@tendril/contract/voice/speech-ranges';
import type { CallConfig } from '../call-session.ts';

/** What a call goes by: the agent's settings as they are honoured, and what kind of call it is. */
export interface CallRules {
  language: string;
  responsiveness: number;
  sensitivity: number;
  begin: 'agent' | 'caller';
  /** Said word for word; absent when the brain finds its own greeting. */
  beginMessage?: string;
  beginDelayMs: number;
  reminderAfterMs: number;
  maxReminders: number;
  silenceMs: number;
  longestMs: number;
  isText: boolean;
  hasTimers: boolean;
}

/** Reads the settings as a call honours them whatever is stored. */
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

/** Speed that a voice is asked for. */
export function normalizeSpeed(voiceSpeed: number): number {
  return Math.min(callLimits.maxVoiceSpeed, Math.max(callLimits.minVoiceSpeed, voiceSpeed));
}

/** Loudness that the agent's voice gets. */
export function normalizeGain(volume: number): number {
  return Math.min(2, Math.max(0, volume));
}
