import type { RetellAgent } from '@tendril/contract/api/retell-agents';
import { callLimits } from '@tendril/contract/voice/speech-ranges';

interface Range {
  min: number;
  max?: number;
  /** Where 0 is a value with a meaning of its own, not the smallest one. */
  zero?: number;
}

/** Where Retell's range is narrower than ours. */
const ranges: Readonly<Record<string, Range>> = {
  voice_speed: { min: callLimits.minVoiceSpeed, max: callLimits.maxVoiceSpeed },
  voicemail_detection_timeout_ms: { min: 5000, max: 180_000 },
  end_call_after_silence_ms: { min: callLimits.minEndCallAfterSilenceMs },
  max_call_duration_ms: { min: 60_000, max: 7_200_000, zero: callLimits.maxCallDurationMs },
  ring_duration_ms: { min: 5000, max: 300_000, zero: callLimits.ringDurationMs },
  reminder_trigger_ms: { min: 1, zero: 10_000 },
};

/** The agent with out-of-range numbers clamped to the nearest that Retell accepts. */
export function withinRetellRanges(agent: RetellAgent): RetellAgent {
  const moved = Object.entries(ranges).flatMap(([field, range]) => {
    const value = agent[field];
    return typeof value === 'number' ? [[field, nearest(value, range)]] : [];
  });
  return { ...agent, ...(Object.fromEntries(moved) as Record<string, number>) };
}

function nearest(value: number, { min, max = Number.POSITIVE_INFINITY, zero }: Range): number {
  if (value === 0 && zero !== undefined) return zero;
  return Math.min(max, Math.max(min, value));
}
