import { expect, it } from 'vitest';
import { readTrackLevels } from './track-levels.ts';

const rate = 8000;

/** A second of two tracks. */
function recording(caller: (at: number) => number, agent: (at: number) => number): ArrayBuffer {
  const wav = new ArrayBuffer(44 + rate * 4);
  new DataView(wav).setUint32(24, rate, true);
  const samples = new Int16Array(wav, 44);
  for (let at = 0; at < rate; at += 1) {
    samples[at * 2] = caller(at);
    samples[at * 2 + 1] = agent(at);
  }
  return wav;
}

it('reads the level of speech without its pauses, the peak, and what is cut off', () => {
  // Half the caller's second is silence, which makes his speech no quieter; the agent is too loud twice.
  const { caller, agent } = readTrackLevels(
    recording(
      (at) => (at < rate / 2 ? 3277 : 0),
      (at) => (at === 10 || at === 5000 ? 32_767 : 328),
    ),
  );
  expect(caller).toEqual({ clipped: 0, peakDb: expect.closeTo(-20, 1), speechDb: expect.closeTo(-20, 1) });
  expect([agent.clipped, agent.peakDb]).toEqual([2, expect.closeTo(0, 1)]);
});

it('has no level where nothing is heard', () => {
  const silent = { clipped: 0 };
  expect(
    readTrackLevels(
      recording(
        () => 0,
        () => 0,
      ),
    ),
  ).toEqual({ caller: silent, agent: silent });
  expect(readTrackLevels(new ArrayBuffer(44))).toEqual({ caller: silent, agent: silent });
});
