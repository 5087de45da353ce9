import { backgroundSoundIds } from '@tendril/contract/voice/background-sounds';
import { expect, it } from 'vitest';
import { loudness } from '../audio/loudness.ts';
import { callerNoise, voiceLoudness } from './caller-noise.ts';

it.each(backgroundSoundIds)('%s is as much quieter than the voice as was wanted', (sound) => {
  for (const snrDb of [5, 20]) {
    const noise = callerNoise({ sound, snrDb }, 8000)(16_000);
    const measuredDb = 20 * Math.log10(voiceLoudness / loudness(noise));
    expect(Math.abs(measuredDb - snrDb)).toBeLessThan(1.5);
  }
});
