import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Frame, readFrames } from './read-frames.ts';

function streamOf(pieces: readonly Uint8Array[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      for (const piece of pieces) controller.enqueue(piece);
      controller.close();
    },
  });
}

async function read(pieces: readonly Uint8Array[]): Promise<Frame[]> {
  const frames: Frame[] = [];
  for await (const some of readFrames(streamOf(pieces))) frames.push(...some);
  return frames;
}

const bytes = (text: string) => new TextEncoder().encode(text);
const frame = (event: string, data: unknown) => `message:\ndata:${JSON.stringify({ event, data })}\n\n`;

it('reads the same frames wherever the stream is cut, also inside a letter', async () => {
  const text =
    frame('token', 'Grüße 👋') + frame('metadata', { chatMessageId: 'm' }) + frame('end', '[DONE]');
  const whole = bytes(text);
  const expected = [
    { event: 'token', data: 'Grüße 👋' },
    { event: 'metadata', data: { chatMessageId: 'm' } },
    { event: 'end', data: '[DONE]' },
  ];
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(whole.length), { maxLength: 8 }), async (cuts) => {
      const places = [0, ...cuts.toSorted((a, b) => a - b), whole.length];
      const pieces = places.slice(1).map((end, at) => whole.slice(places[at], end));
      expect(await read(pieces)).toEqual(expected);
    }),
  );
});

it('takes every ending of lines, and data on several lines', async () => {
  const ends = ['\n', '\r\n', '\r'];
  for (const end of ends)
    expect(await read([bytes(`data: {"event":"a",${end}data: "data":1}${end}${end}`)])).toEqual([
      { event: 'a', data: 1 },
    ]);
});

it('passes over what is no frame, and over one that never ended', async () => {
  const text = `: comment\n\ndata: nonsense\n\ndata: {"data":1}\n\n${frame('a', 1)}data: {"event":"cut"`;
  expect(await read([bytes(text)])).toEqual([{ event: 'a', data: 1 }]);
});

it('emits together what arrived together', async () => {
  const groups: number[] = [];
  const stream = streamOf([bytes(frame('a', 1) + frame('b', 2)), bytes(frame('c', 3))]);
  for await (const frames of readFrames(stream)) groups.push(frames.length);
  expect(groups).toEqual([2, 1]);
});

it('leaves the connection when its reader does', async () => {
  let isLeft = false;
  const stream = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(bytes(frame('a', 1))),
    cancel: () => {
      isLeft = true;
    },
  });
  for await (const _ of readFrames(stream)) break;
  expect(isLeft).toBe(true);
});
