import { simulationTexts } from '../../../kit/texts/en/voice-simulations.ts';
import { say } from '../../../kit/texts/texts.ts';

/** How long something took: 41 ms, or 3.2 s. */
export function takenText(ms: number): string {
  if (ms < 1000) return say(simulationTexts, 'ms', { ms: Math.round(ms) });
  return say(simulationTexts, 'seconds', { seconds: (ms / 1000).toFixed(1) });
}
