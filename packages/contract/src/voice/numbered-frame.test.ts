import { expect, it } from 'vitest';
import { readNumberedFrame, writeNumberedFrame } from './numbered-frame.ts';

it('a frame is read as it was written, wherever its bytes begin', () => {
  const bytes = writeNumberedFrame(Int16Array.of(1, -2), { sequence: 4_000_000_000, spokenMs: 60_020 });
  expect([...bytes.subarray(8)]).toEqual([1, 0, 0xfe, 0xff]);
  const moved = new Uint8Array(bytes.length + 1);
  moved.set(bytes, 1);
  expect(readNumberedFrame(moved.subarray(1))).toEqual({
    place: { sequence: 4_000_000_000, spokenMs: 60_020 },
    sound: Uint8Array.of(1, 0, 0xfe, 0xff),
  });
});

it('what is too short, or ends in half a sample, is none', () => {
  expect(readNumberedFrame(new Uint8Array(7))).toBeUndefined();
  expect(readNumberedFrame(new Uint8Array(9))).toBeUndefined();
});
