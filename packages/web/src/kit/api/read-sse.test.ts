import { expect, it } from 'vitest';
import { readSse, type SseFrame } from './read-sse.ts';

async function read(...chunks: (string | Uint8Array)[]): Promise<SseFrame[]> {
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks)
        controller.enqueue(typeof chunk === 'string' ? encoder.encode(chunk) : chunk);
      controller.close();
    },
  });
  const frames: SseFrame[] = [];
  for await (const frame of readSse(body)) frames.push(frame);
  return frames;
}

it('reads events with names, ids and several data lines', async () => {
  expect(await read('id: 1\nevent: start\ndata: a\ndata: b\n\ndata:c\n\n')).toEqual([
    { event: 'start', data: 'a\nb', id: '1' },
    { event: 'message', data: 'c', id: '1' },
  ]);
});

it('is not moved by where the chunks are cut', async () => {
  const text = '\u{feff}id: 7\r\ndata: grün 🌱\r\n\r\n: comment\n\nevent: x\rdata: 2\r\rdata: 3\n\n';
  const bytes = new TextEncoder().encode(text);
  const whole = await read(text);
  expect(whole.map((frame) => frame.data)).toEqual(['grün 🌱', '2', '3']);
  expect(await read(...Array.from(bytes, (byte) => Uint8Array.of(byte)))).toEqual(whole);
});

it('drops an unfinished event and an id with a null character', async () => {
  expect(await read('id: 1\ndata: a\n\nid: 2\0\ndata: b\n\ndata: unfinished')).toEqual([
    { event: 'message', data: 'a', id: '1' },
    { event: 'message', data: 'b', id: '1' },
  ]);
});

it('keeps an event whose only data line is empty out, and a line without a colon as a field', async () => {
  expect(await read('event: ping\n\ndata\n\ndata: x\n\n')).toEqual([
    { event: 'message', data: '', id: '' },
    { event: 'message', data: 'x', id: '' },
  ]);
});
