import type { BackgroundSoundId } from '@tendril/contract/voice/background-sounds';
import { backgroundSoundIds } from '@tendril/contract/voice/background-sounds';
import { describe, expect, it } from 'vitest';
import { loudness } from './audio/loudness.ts';
import { openAmbience } from './audio/open-ambience.ts';
import { madeVoice } from './testing/made-voice.ts';
import { TestCall } from './testing/test-call.ts';

/** A caller speaks as loud as this; noise is so many decibels below. */
const voiceLoudness = 2200;

/** The noise of a place. */
function noiseOf(place: BackgroundSoundId, ms: number, snrDb: number): Int16Array {
  const sound = openAmbience(place, 1, 16_000)(16 * ms);
  const gain = voiceLoudness / 10 ** (snrDb / 20) / loudness(sound);
  return sound.map((sample) => Math.round(sample * gain));
}
function mixed(noise: Int16Array, voice: Int16Array, atMs: number): Int16Array {
  const all = noise.slice();
  for (const [index, sample] of voice.entries())
    all[16 * atMs + index] = Math.max(-32_768, Math.min(32_767, (all[16 * atMs + index] ?? 0) + sample));
  return all;
}
const longAnswer =
  'We open at seven in the morning and close at nine in the evening on every day of the week but Sunday.';
const greeting = { beginMode: 'defined', beginMessage: longAnswer, interruptionSensitivity: 1 } as const;

describe.each(backgroundSoundIds)('a line from %s', (place) => {
  it.each([20, 10, 5])(
    'does not interrupt an eager agent by its noise, %i dB below a voice',
    async (snrDb) => {
      const call = new TestCall({ config: greeting, hears: ['', '', '', '', '', '', '', ''] });
      call.line.speak(noiseOf(place, 9000, snrDb));
      await call.clock.advance(8000);
      expect(call.of('agent-interrupted')).toEqual([]);
      expect(call.of('agent-turn').map(({ text }) => text)).toEqual([longAnswer]);
    },
  );

  it('is greeted within 400 ms although it is noisy from its first moment', async () => {
    const call = new TestCall({
      config: { ...greeting, interruptionSensitivity: 0.8 },
      hears: ['', '', '', ''],
    });
    call.line.speak(noiseOf(place, 3000, 10));
    await call.awaits('agent-speech-start');
    expect(call.of('agent-speech-start')[0]?.at).toBeLessThanOrEqual(400);
  });

  it('interrupts an eager agent by a voice in its noise', async () => {
    const call = new TestCall({ config: greeting, hears: ['', '', '', '', '', ''] });
    call.line.speak(mixed(noiseOf(place, 9000, 10), madeVoice(900), 5000));
    await call.clock.advance(5000);
    expect(call.of('agent-interrupted')).toEqual([]);
    await call.clock.advance(400);
    expect(call.of('agent-interrupted')).toHaveLength(1);
  });
});
