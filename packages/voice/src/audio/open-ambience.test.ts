import { backgroundSoundIds } from '@tendril/contract/voice/background-sounds';
import { expect, it } from 'vitest';
import { loudness } from './loudness.ts';
import { openAmbience } from './open-ambience.ts';

it.each(backgroundSoundIds)('SPEECH-08, SP-69: %s sounds on and on, quieter than a voice', (place) => {
  const next = openAmbience(place, 1, 8000);
  const seconds = Array.from({ length: 14 }, () => next(8000));
  for (const second of seconds) {
    expect(loudness(second)).toBeGreaterThan(40);
    expect(loudness(second)).toBeLessThan(900);
  }
  // No jump where the loop begins again.
  const steps = seconds.slice(11, 13).flatMap((second) => [...second]);
  const jump = Math.max(...steps.slice(1).map((sample, index) => Math.abs(sample - (steps[index] ?? 0))));
  expect(jump).toBeLessThan(5000);
});

it('every place has a sound of its own, and the volume is heard', () => {
  const firsts = backgroundSoundIds.map((place) => openAmbience(place, 1, 8000)(8000).join(','));
  expect(new Set(firsts).size).toBe(backgroundSoundIds.length);
  const loud = (volume: number) => loudness(openAmbience('static-noise', volume, 8000)(8000));
  expect([loud(0), loud(2) / loud(1)]).toEqual([0, expect.closeTo(2, 1)]);
});
