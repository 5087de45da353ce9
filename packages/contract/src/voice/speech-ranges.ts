/** Bounds of a slider in the displayed unit; `default` is shown for an agent without a value. */
export interface SliderRange {
  min: number;
  max: number;
  step: number;
  default: number;
  /** Milliseconds per displayed unit; absent for plain numbers. */
  msPerUnit?: number;
}

const msPerSecond = 1000;
const msPerMinute = 60_000;

/** The speech settings panel. */
export const speechRanges = {
  voiceSpeed: { min: 0, max: 1, step: 0.01, default: 1 },
  volume: { min: 0, max: 1, step: 0.01, default: 1 },
  responsiveness: { min: 0, max: 1, step: 0.01, default: 0.52 },
  interruptionSensitivity: { min: 0, max: 1, step: 0.01, default: 0.8 },
} as const satisfies Record<string, SliderRange>;

/** The voice settings dialog. */
export const voiceRanges = {
  voiceSpeed: { min: 0.5, max: 2, step: 0.01, default: 1 },
  volume: { min: 0, max: 2, step: 0.01, default: 1 },
} as const satisfies Record<string, SliderRange>;

/** Call settings. The default silence is below its own minimum, as specified; `callLimits` keeps a call from ending so early. */
export const callRanges = {
  voicemailDetectionTimeoutMs: { min: 1, max: 10, step: 0.5, default: 5, msPerUnit: msPerSecond },
  endCallAfterSilenceMs: { min: 10, max: 20, step: 0.1, default: 1.6, msPerUnit: msPerSecond },
  maxCallDurationMs: { min: 0, max: 5, step: 0.1, default: 1, msPerUnit: msPerMinute },
  beginMessageDelayMs: { min: 0, max: 5, step: 0.1, default: 2.6, msPerUnit: msPerSecond },
  ringDurationMs: { min: 0, max: 60, step: 1, default: 30, msPerUnit: msPerSecond },
  interruptionSensitivity: { min: 0, max: 1, step: 0.01, default: 0.8 },
} as const satisfies Record<string, SliderRange>;

/** Keys that a caller presses: what counts as one number. */
export const keypadRanges = {
  digitLimit: { min: 1, max: 50, step: 1, default: 32 },
  timeoutMs: { min: 1, max: 15, step: 0.5, default: 2, msPerUnit: msPerSecond },
} as const satisfies Record<string, SliderRange>;

/** Loudness of the background sound. */
export const ambientVolumeRange = { min: 0, max: 2, step: 0.01, default: 1 } as const satisfies SliderRange;

/** How often an agent shows that it listens. */
export const backchannelRange = { min: 0, max: 1, step: 0.01, default: 0.8 } as const satisfies SliderRange;

/** Reminders of a silent caller. */
export const reminderDefaults = { triggerMs: 10_000, maxCount: 1 } as const;

/** Limits that a call keeps to whatever is stored. */
export const callLimits = {
  minVoiceSpeed: 0.5,
  maxVoiceSpeed: 2,
  minEndCallAfterSilenceMs: 10_000,
  /** A stored 0 means no limit of its own. */
  maxCallDurationMs: 3_600_000,
  ringDurationMs: 30_000,
} as const;
