import { DenoisedFrames } from '@tendril/voice/audio/denoised-frames';
import { loudness } from '@tendril/voice/audio/loudness';
import { VoiceDetector } from '@tendril/voice/audio/voice-detector';
import { madeVoice } from '@tendril/voice/testing/made-voice';
import { expect, it } from 'vitest';
import { openDenoisers } from './open-denoisers.ts';
import { loadRnnoise } from './rnnoise.ts';

/** Of a full scale of 32,768: −25 dB. */
const noiseLoudness = 32_768 * 10 ** (-25 / 20);

/** A fan, the same each time. */
function fan(samples: number): Int16Array {
  let seed = 7;
  let last = 0;
  const even = Int16Array.from({ length: samples }, () => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff;
    last = 0.8 * last + ((seed / 0x7fffffff) * 2 - 1) * 6000;
    return Math.round(last);
  });
  const gain = noiseLoudness / loudness(even);
  return even.map((sample) => Math.round(sample * gain));
}

/** Syllables, as loud as somebody on a telephone. */
function speech(sampleRate: number): Int16Array {
  const voice = madeVoice(1200, { from: 180, to: 120, sampleRate, strength: 16_000 });
  return voice.map((sample, index) =>
    Math.round(sample * (0.55 + 0.45 * Math.sin((2 * Math.PI * 4 * index) / sampleRate))),
  );
}

const framesOf = (samples: Int16Array, size: number) =>
  Array.from({ length: samples.length / size }, (_, index) =>
    samples.slice(index * size, (index + 1) * size),
  );
const decibels = (quiet: Int16Array, loud: Int16Array) => 20 * Math.log10(loudness(quiet) / loudness(loud));

it.each([8000, 16_000])(
  'noise is at least 10 dB quieter on a line of %i Hz, and speech in it is heard',
  async (sampleRate) => {
    const size = sampleRate / 50;
    const spokenAt = 3 * sampleRate;
    const sound = fan(6 * sampleRate);
    for (const [index, sample] of speech(sampleRate).entries())
      sound[spokenAt + index] = Math.max(-32_768, Math.min(32_767, (sound[spokenAt + index] ?? 0) + sample));
    const denoiser = (await loadRnnoise()).open(sampleRate);
    const frames = framesOf(sound, size);
    const denoised = frames.map((frame) => denoiser.push(frame));
    denoiser.close();
    expect(denoised.map(({ length }) => length)).toEqual(frames.map(({ length }) => length));

    const whole = Int16Array.from(denoised.flatMap((frame) => [...frame]));
    const noiseOnly = [sampleRate, spokenAt - sampleRate / 10] as const;
    expect(decibels(whole.subarray(...noiseOnly), sound.subarray(...noiseOnly))).toBeLessThan(-10);

    // In its first moments the noise is not known yet.
    const detector = new VoiceDetector();
    const onsets = denoised
      .slice(50)
      .flatMap((frame, index) => (detector.push(frame).type === 'onset' ? [1000 + index * 20] : []));
    expect(onsets).toHaveLength(1);
    expect(onsets[0]).toBeGreaterThanOrEqual(3000);
    expect(onsets[0]).toBeLessThan(3400);
  },
);

it.each([8000, 16_000])(
  'a frame of a line of %i Hz comes back one frame later, with its own time',
  async (sampleRate) => {
    const frames = new DenoisedFrames(sampleRate, (error) => expect.fail(String(error)));
    frames.use((await loadRnnoise()).open(sampleRate));
    const voice = speech(sampleRate);
    const size = sampleRate / 50;
    const heard = framesOf(voice, size).map((frame, index) => frames.push(frame, 1000 + index * 20));
    expect(heard.map(({ startedAt }) => startedAt)).toEqual(heard.map((_, index) => 980 + index * 20));
    const last = frames.flush();
    expect(last).toMatchObject({ startedAt: 1000 + (heard.length - 1) * 20, samples: { length: size } });
    expect(frames.flush()).toBeUndefined();

    const out = Int16Array.from(heard.flatMap(({ samples }) => [...samples]));
    const likenessAt = (lag: number) =>
      voice.reduce((sum, sample, index) => sum + sample * (out[index + lag] ?? 0), 0);
    const lags = Array.from({ length: 2 * size }, (_, lag) => lag);
    const best = lags.reduce((left, right) => (likenessAt(right) > likenessAt(left) ? right : left));
    // The frame that is held, and up to 3 ms of filters.
    expect((best / sampleRate) * 1000).toBeGreaterThanOrEqual(20);
    expect((best / sampleRate) * 1000).toBeLessThan(23);
    frames.close();
  },
);

it('1,000 calls, one after the other and then 400 at once, leave nothing in the library', async () => {
  const library = await loadRnnoise();
  const frame = fan(320);
  for (let call = 0; call < 1000; call += 1) {
    const denoiser = library.open(16_000);
    denoiser.push(frame);
    denoiser.push(frame);
    denoiser.close();
    denoiser.close();
  }
  const before = library.memoryBytes();
  const open = () => Array.from({ length: 400 }, () => library.open(16_000));
  for (const denoiser of open()) denoiser.close();
  const most = library.memoryBytes();
  expect(most).toBeGreaterThanOrEqual(before);
  for (let round = 0; round < 3; round += 1) for (const denoiser of open()) denoiser.close();
  expect(library.memoryBytes()).toBe(most);
  const closed = library.open(16_000);
  closed.close();
  expect(() => closed.push(frame)).toThrow('closed');
});

it('a library that cannot be loaded is reported once', async () => {
  const reports: unknown[] = [];
  const failure = new Error('No such file');
  const open = openDenoisers(
    (error) => reports.push(error),
    () => Promise.reject(failure),
  );
  expect(await open(16_000)).toBeUndefined();
  expect(await Promise.all([open(8000), open(16_000)])).toEqual([undefined, undefined]);
  expect(reports).toEqual([failure]);
});
