import type { LlmOptionId } from './llm-options.ts';
import type { VoiceProviderId } from './voice.ts';

/**
 * The assumptions of the editor's meter before there is any call to measure. The figures are rounded list prices of
 * vendors and typical times to a first result from one region; they only have to move in the right direction when
 * another part is chosen. The model's price is not here but in its list.
 */
export interface PartEstimate {
  usdPerMinute: number;
  ms: number;
}

/** Streaming recognition; the accurate mode waits longer for its final words. */
export const recognizerEstimates: Readonly<Record<'fast' | 'accurate', PartEstimate>> = {
  fast: { usdPerMinute: 0.01, ms: 180 },
  accurate: { usdPerMinute: 0.01, ms: 380 },
};

/** Question to the first speakable words. */
export const brainEstimatesMs: Readonly<Record<LlmOptionId, number>> = {
  'gpt-4o': 520,
  'gpt-4o-mini': 430,
  'gpt-4.1': 500,
  'gpt-4.1-mini': 420,
  'gpt-4.1-nano': 330,
  'claude-3.7-sonnet': 780,
  'claude-3.5-haiku': 560,
  'gemini-2.0-flash': 380,
};

/** A flow or a custom LLM calls models of its own: the price is unknown, and another step takes time. */
export const otherBrainMs = 700;

/** Words to the first sound; a minute of call holds about half a minute of the agent's speech. */
export const synthesizerEstimates: Readonly<Record<VoiceProviderId, PartEstimate>> = {
  elevenlabs: { usdPerMinute: 0.07, ms: 190 },
  play: { usdPerMinute: 0.07, ms: 260 },
  openai: { usdPerMinute: 0.05, ms: 320 },
  deepgram: { usdPerMinute: 0.05, ms: 160 },
  cartesia: { usdPerMinute: 0.05, ms: 130 },
  azure: { usdPerMinute: 0.015, ms: 250 },
  google: { usdPerMinute: 0.03, ms: 350 },
};

/** A telephone carrier and its network latency. */
export const lineEstimate: PartEstimate = { usdPerMinute: 0.014, ms: 30 };
