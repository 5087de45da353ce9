import { expect, it } from 'vitest';
import { recordingFault } from './recording-fault.ts';

const bytesPerSecond = 32_000;

function recording(lengthMs: number, sample = 7): Buffer {
  const sound = Buffer.alloc((lengthMs / 1000) * bytesPerSecond, sample);
  const head = Buffer.alloc(44);
  head.write('RIFF', 0, 'latin1');
  head.write('WAVE', 8, 'latin1');
  head.writeUInt32LE(bytesPerSecond, 28);
  head.writeUInt32LE(sound.length, 40);
  return Buffer.concat([head, sound]);
}

const call = { durationMs: 6000, answeredMs: 8000 };

it('has nothing to say of a recording that is as long as its call', () => {
  expect(recordingFault(recording(7000), call)).toBeUndefined();
});

it.each([
  ['a recording of 3000 ms, of 6000 to 8000', recording(3000)],
  ['a recording of 12000 ms, of 6000 to 8000', recording(12_000)],
  ['a recording without sound', recording(7000, 0)],
  ['a recording whose head says 224000 bytes, of 223000', recording(7000).subarray(0, -1000)],
  ['a recording of 12 bytes', recording(7000).subarray(0, 12)],
])('says %s', (fault, bytes) => {
  expect(recordingFault(bytes, call)).toBe(fault);
});
