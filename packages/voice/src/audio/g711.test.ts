import { describe, expect, it } from 'vitest';
import { decodeG711, encodeG711, type G711Law, g711Silence } from './g711.ts';

const everyByte = Uint8Array.from({ length: 256 }, (_, index) => index);

describe.each<G711Law>(['pcmu', 'pcma'])('the law %s', (law) => {
  it('gives back every byte that it has decoded', () => {
    const again = encodeG711(law, decodeG711(law, everyByte));
    // µ-law has two zeros, of which one is written.
    const expected = everyByte.map((byte) => (law === 'pcmu' && byte === 0x7f ? 0xff : byte));
    expect([...again]).toEqual([...expected]);
  });

  it('is never further from a sample than its step', () => {
    const samples = Int16Array.from({ length: 65_536 }, (_, index) => index - 32_768);
    const heard = decodeG711(law, encodeG711(law, samples));
    const worst = samples.reduce(
      (most, sample, index) =>
        Math.max(most, Math.abs(sample - (heard[index] ?? 0)) / (Math.abs(sample) + 256)),
      0,
    );
    expect(worst).toBeLessThan(0.05);
  });

  it('decodes its byte of silence to nearly nothing', () => {
    expect(Math.abs(decodeG711(law, Uint8Array.of(g711Silence[law]))[0] ?? 99)).toBeLessThanOrEqual(8);
  });
});

it('decodes known bytes of the standard', () => {
  expect([...decodeG711('pcmu', Uint8Array.of(0x00, 0x80, 0xff, 0x7f))]).toEqual([-32_124, 32_124, 0, 0]);
  expect([...decodeG711('pcma', Uint8Array.of(0x2a, 0xaa, 0xd5, 0x55))]).toEqual([-32_256, 32_256, 8, -8]);
});
