import type { CallConfig } from '../call-session.ts';

/** Settings of a call in tests: the caller begins, quick answers, no automatic end for a long time. */
export function callConfig(changes: Partial<CallConfig> = {}): CallConfig {
  return {
    language: 'en-US',
    voiceSpeed: 1,
    volume: 1,
    responsiveness: 1,
    interruptionSensitivity: 0.8,
    sttMode: 'fast',
    endCallAfterSilenceMs: 600_000,
    maxCallDurationMs: 0,
    beginMessageDelayMs: 0,
    beginMode: 'user',
    beginMessage: '',
    reminderTriggerMs: 10_000,
    reminderMaxCount: 0,
    keywords: [],
    ...changes,
  };
}
