import { describe, expect, it } from 'vitest';
import { BrowserTransport } from './browser-transport.ts';

const format = { sampleRate: 16_000 };
const twentyMs = { format, samples: new Int16Array(320) };

function openLine() {
  const sent: (Uint8Array | 'clear')[] = [];
  const transport = new BrowserTransport({
    sendAudio: (bytes) => void sent.push(bytes),
    sendClear: () => void sent.push('clear'),
    close: () => {},
  });
  return { transport, sent };
}

describe('the line to a browser', () => {
  it('carries samples as signed 16-bit numbers, the low byte first, both ways', async () => {
    const { transport, sent } = openLine();
    transport.play({ format, samples: Int16Array.of(1, -2, 32_767) });
    expect(sent).toEqual([Uint8Array.of(1, 0, 0xfe, 0xff, 0xff, 0x7f)]);
    // A view that does not begin at an even place of its memory.
    transport.take(Buffer.from([9, 1, 0, 0xfe, 0xff]).subarray(1));
    transport.end();
    const frames = await Array.fromAsync(transport.incoming);
    expect(frames).toEqual([{ format, samples: Int16Array.of(1, -2) }]);
  });

  it('counts what was heard since the last clear on top of what was heard before', () => {
    const { transport, sent } = openLine();
    for (let count = 0; count < 5; count += 1) transport.play(twentyMs);
    transport.notePlayed(60);
    expect(transport.playedMs()).toBe(60);
    transport.clear();
    expect([transport.playedMs(), sent.at(-1)]).toEqual([60, 'clear']);
    // The page had not got the clear yet: nothing of it was sent since.
    transport.notePlayed(80);
    expect(transport.playedMs()).toBe(60);
    transport.play(twentyMs);
    transport.notePlayed(20);
    expect(transport.playedMs()).toBe(80);
  });

  it('never believes more than was sent, nor that time went back', () => {
    const { transport } = openLine();
    transport.play(twentyMs);
    transport.notePlayed(5000);
    expect(transport.playedMs()).toBe(20);
    transport.notePlayed(3);
    expect(transport.playedMs()).toBe(20);
  });

  it('passes on where a frame belongs', async () => {
    const { transport } = openLine();
    const place = { sequence: 3, spokenMs: 60 };
    transport.take(Buffer.from([1, 0]), place);
    transport.end();
    expect(await Array.fromAsync(transport.incoming)).toEqual([{ format, samples: Int16Array.of(1), place }]);
  });

  it('passes on in order that the microphone is muted', async () => {
    const { transport } = openLine();
    transport.take(Buffer.from([1, 0]));
    transport.pause();
    transport.end();
    expect(await Array.fromAsync(transport.incoming)).toEqual([
      { format, samples: Int16Array.of(1) },
      { isPaused: true },
    ]);
  });

  it('keeps half a minute of a caller whom nobody listens to, the newest', async () => {
    const { transport } = openLine();
    for (let count = 0; count < 1550; count += 1) transport.take(Buffer.from([count % 256, 0]));
    transport.end();
    const frames = await Array.fromAsync(transport.incoming);
    expect(frames).toHaveLength(1500);
    expect(frames[0]).toMatchObject({ samples: Int16Array.of(50) });
  });
});
