import { isAcknowledgement, isStopPhrase, wordsOf } from './turns/phrases.ts';

/** A caller who speaks while the agent speaks. */
interface BargeIn {
  /** 0 never lets the caller interrupt, 1 at the first sound. */
  sensitivity: number;
  voicedMs: number;
  /** What of it stands out of the line's noise: sound alone interrupts by nothing else. */
  clearMs: number;
  /** Words so far; empty when the recognizer gives none before the end. */
  interim: string;
  language: string;
  /** The first seconds of the agent's voice, in which its echo may come back. */
  isWarmUp: boolean;
}

const wordsDoNotMatterFrom = 0.9;

/** How long a voice has to sound before it can interrupt. */
export function neededVoiceMs(sensitivity: number): number {
  return 900 - 780 * sensitivity;
}

/** How many words it takes; none where the sound alone decides. */
export function neededWords(sensitivity: number): number {
  if (sensitivity >= wordsDoNotMatterFrom) return 0;
  // In floating point, 3 · (1 − 0.8) is a little more than 0.6.
  return Math.ceil(Number((3 * (1 - sensitivity)).toFixed(6)));
}

/** Decides by the sliders whether the agent has to stop. */
export function doesInterrupt(bargeIn: BargeIn): boolean {
  const { sensitivity, voicedMs, clearMs, interim, language } = bargeIn;
  if (sensitivity <= 0) return false;
  if (isStopPhrase(interim, language)) return true;
  if (isAcknowledgement(interim, language)) return false;
  const voiceMs = neededVoiceMs(sensitivity) * (bargeIn.isWarmUp ? 2 : 1);
  const words = neededWords(sensitivity);
  const spoken = wordsOf(interim).length;
  if (words === 0) return (spoken > 0 ? voicedMs : clearMs) >= voiceMs;
  // With a recognizer without interim results the sound decides, after twice the time.
  return spoken === 0 ? clearMs >= voiceMs * 2 : voicedMs >= voiceMs && spoken >= words;
}

/**
 * Decides whether the agent falls silent until the words are known: where one word is enough to interrupt it, its
 * silence does not wait for the recognizer.
 */
export function maySilence(bargeIn: BargeIn): boolean {
  const { sensitivity, clearMs, interim, language, isWarmUp } = bargeIn;
  if (sensitivity <= 0 || neededWords(sensitivity) !== 1 || isAcknowledgement(interim, language))
    return false;
  return clearMs >= neededVoiceMs(sensitivity) * (isWarmUp ? 2 : 1);
}

/** Decides on final words that were spoken over the agent: their length in ms no longer matters. */
export function doWordsInterrupt(text: string, sensitivity: number, language: string): boolean {
  if (sensitivity <= 0 || isAcknowledgement(text, language)) return false;
  return isStopPhrase(text, language) || wordsOf(text).length >= neededWords(sensitivity);
}
