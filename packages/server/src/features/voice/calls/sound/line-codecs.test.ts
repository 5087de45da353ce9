import { encodeG711 } from '@tendril/voice/audio/g711';
import { afterEach, expect, it } from 'vitest';
import { LineCodecs } from './line-codecs.ts';

const opened: LineCodecs[] = [];
afterEach(() => {
  for (const codecs of opened.splice(0)) codecs.close();
});

function open(sampleRate: LineCodecs['sampleRate']): LineCodecs {
  const codecs = new LineCodecs(sampleRate);
  opened.push(codecs);
  return codecs;
}

/** A frame of 20 ms of a tone, the given number of frames behind its beginning. */
function frameOf(hertz: number, index: number, sampleRate: number): Int16Array {
  const size = sampleRate / 50;
  return Int16Array.from({ length: size }, (_, at) =>
    Math.round(8000 * Math.sin((2 * Math.PI * hertz * (index * size + at)) / sampleRate)),
  );
}

/** Crossings of zero in a second: twice the pitch of a tone. */
const crossingsOf = (samples: readonly number[]) =>
  samples.filter((sample, index) => index > 0 && sample >= 0 !== (samples[index - 1] ?? 0) >= 0).length;

async function ready(codecs: LineCodecs): Promise<void> {
  codecs.prepare('opus');
  await expect.poll(() => codecs.encode('opus', undefined)).toBeDefined();
}

it.each([8000, 16_000] as const)('a tone goes through Opus at %d samples a second', async (sampleRate) => {
  const [here, there] = [open(sampleRate), open(sampleRate)];
  await Promise.all([ready(here), ready(there)]);
  const heard: number[] = [];
  for (let index = 0; index < 60; index += 1) {
    const payload = here.encode('opus', frameOf(440, index, sampleRate)) ?? new Uint8Array(0);
    expect(payload.length).toBeLessThan(200);
    there.decode('opus', payload, (samples) => heard.push(...samples));
  }
  expect(heard).toHaveLength((60 * sampleRate) / 50);
  expect(crossingsOf(heard.slice(-sampleRate))).toBeGreaterThan(870);
  expect(crossingsOf(heard.slice(-sampleRate))).toBeLessThan(890);
});

/** A voice that begins with the given frame. */
const spokenFrom = (index: number, first: number) =>
  index < first ? new Int16Array(320) : frameOf(150, index, 16_000);
const loudnessOf = (samples: Int16Array) =>
  Math.sqrt(samples.reduce((sum, sample) => sum + sample ** 2, 0) / samples.length);
const likenessOf = (one: Int16Array, other: Int16Array) =>
  one.reduce((sum, sample, at) => sum + sample * (other[at] ?? 0), 0) /
  (one.length * loudnessOf(one) * loudnessOf(other));

it('what a lost packet held is heard from the next one, and of G.711 nothing is made up', async () => {
  const [here, whole, there] = [open(16_000), open(16_000), open(16_000)];
  await Promise.all([ready(here), ready(whole), ready(there)]);
  const lost = 21;
  const payloads = Array.from({ length: 24 }, (_, index) => here.encode('opus', spokenFrom(index, 20))!);
  let heard: Int16Array = new Int16Array(0);
  for (const [index, payload] of payloads.entries())
    if (index <= lost) whole.decode('opus', payload, (samples) => (heard = samples));
  for (const payload of payloads.slice(0, lost)) there.decode('opus', payload, () => {});
  const recovered = there.recover('opus', payloads[lost + 1]!);
  expect(recovered).toHaveLength(320);
  expect(likenessOf(recovered!, heard)).toBeGreaterThan(0.9);
  expect(there.recover('pcmu', new Uint8Array(160))).toBeUndefined();
  expect(there.recover('opus', new Uint8Array(0))).toBeUndefined();
  for (const bad of [Uint8Array.of(255, 255, 255), new Uint8Array(1500).fill(7)])
    expect(there.recover('opus', bad)?.length).toBeGreaterThan(0);
});

it('what comes before Opus is loaded is heard in its order, and bad payloads as if they were lost', async () => {
  const here = open(16_000);
  await ready(here);
  const payloads = [0, 1, 2].map((index) => here.encode('opus', frameOf(440, index, 16_000)));
  const there = open(16_000);
  const order: number[] = [];
  for (const [index, payload] of payloads.entries())
    there.decode('opus', payload ?? new Uint8Array(0), () => order.push(index));
  expect(order).toEqual([]);
  await expect.poll(() => order).toEqual([0, 1, 2]);
  for (const bad of [Uint8Array.of(255, 255, 255), new Uint8Array(1500).fill(7), Uint8Array.of(3)])
    there.decode('opus', bad, (samples) => expect(samples.length % 160).toBe(0));
});

it('a frame of another length is silence, and stops nothing', async () => {
  const codecs = open(16_000);
  await ready(codecs);
  expect(codecs.encode('opus', new Int16Array(160).fill(8000))?.length).toBeGreaterThan(0);
});

it('a line that has begun with Opus speaks G.711 at its own rate when that is agreed on later', () => {
  const codecs = open(16_000);
  const payloads = Array.from({ length: 60 }, (_, index) =>
    codecs.encode('pcma', frameOf(440, index, 16_000)),
  );
  for (const payload of payloads) expect(payload).toHaveLength(160);
  const heard: number[] = [];
  for (let index = 0; index < 60; index += 1)
    codecs.decode('pcma', encodeG711('pcma', frameOf(440, index, 8000)), (samples) => heard.push(...samples));
  expect(Math.abs(heard.length - 60 * 320)).toBeLessThan(100);
  expect(crossingsOf(heard.slice(-16_000))).toBeGreaterThan(870);
  expect(crossingsOf(heard.slice(-16_000))).toBeLessThan(890);
});

it('nothing comes of it once it is closed', async () => {
  const codecs = open(16_000);
  let heard = 0;
  codecs.decode('opus', Uint8Array.of(8, 0, 0), () => (heard += 1));
  codecs.close();
  await ready(open(16_000));
  expect(heard).toBe(0);
});
