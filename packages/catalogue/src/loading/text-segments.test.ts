import { describe, expect, it } from 'vitest';
import { cutText, textSegments } from './text-segments.ts';

async function* inPieces(text: string, size: number): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}

async function segmentsOf(text: string, size: number) {
  const segments = [];
  for await (const segment of textSegments(inPieces(text, size))) segments.push(segment);
  return segments;
}

const long = Array.from({ length: 20_000 }, (_, index) => `Größe ${index} – ein Wort 🙂 mehr`).join('\n');

describe('the segments of a text', () => {
  it('are the same however the bytes arrive, and together the whole text', async () => {
    const [small, large] = [await segmentsOf(long, 777), await segmentsOf(long, 500_000)];
    const texts = small.map(({ text }) => text);
    expect(texts.join('')).toBe(long);
    expect(large.map(({ text }) => text)).toEqual(texts);
    expect(cutText(long)).toEqual(texts);
    expect(texts.length).toBeGreaterThan(1);
  });

  it('end where a line ends, and know how many lines came before', async () => {
    const segments = await segmentsOf(long, 4096);
    for (const { text, linesBefore } of segments) {
      expect(text).toMatch(/^Größe/);
      expect(text.startsWith(`Größe ${linesBefore} `)).toBe(true);
    }
  });

  it('never cut a character in two, where there is no line and no space', async () => {
    const faces = `x${'🙂'.repeat(300_000)}`;
    const segments = await segmentsOf(faces, 1001);
    for (const { text } of segments) expect(text.isWellFormed()).toBe(true);
    expect(segments.map(({ text }) => text).join('')).toBe(faces);
  });

  it('are bounded, and none where there is no text', async () => {
    for (const { text } of await segmentsOf(long, 65_536)) expect(text.length).toBeLessThanOrEqual(64 * 1024);
    expect(await segmentsOf('', 10)).toEqual([]);
    expect(cutText('')).toEqual(['']);
  });
});
