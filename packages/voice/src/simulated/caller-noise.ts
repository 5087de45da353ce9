import type { CallerSound } from '@tendril/contract/api/simulations';
import { applyGain } from '../audio/apply-gain.ts';
import { loudness } from '../audio/loudness.ts';
import { openAmbience } from '../audio/open-ambience.ts';

/** How loud a caller speaks: root mean square of the voice. */
export const voiceLoudness = 2500;

type Noise = NonNullable<CallerSound['noise']>;

/** What is heard behind a caller, as much quieter than the voice as was wanted. */
export function callerNoise({ sound, snrDb }: Noise, sampleRate: number): (samples: number) => Int16Array {
  const level = loudness(openAmbience(sound, 1, sampleRate)(2 * sampleRate));
  const gain = voiceLoudness / 10 ** (snrDb / 20) / Math.max(1, level);
  const ambience = openAmbience(sound, 1, sampleRate);
  return (samples) => applyGain(ambience(samples), gain);
}
