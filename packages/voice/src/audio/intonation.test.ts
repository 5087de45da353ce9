import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { madeVoice } from '../testing/made-voice.ts';
import { intonationOf } from './intonation.ts';

const joined = (...parts: Int16Array[]) => Int16Array.from(parts.flatMap((part) => [...part]));

describe('the intonation of a voice', () => {
  it.each([
    [220, 150, 'falling'],
    [120, 85, 'falling'],
    [130, 130, 'level'],
    [210, 204, 'level'],
    [110, 160, 'rising'],
    [200, 300, 'rising'],
  ] as const)('that goes from %i to %i hertz is %s', (from, to, expected) => {
    for (const sampleRate of [8000, 16_000, 24_000])
      expect(intonationOf(madeVoice(400, { from, to, sampleRate }), sampleRate)).toBe(expected);
  });

  it('is that of its end, whatever came before', () => {
    const samples = joined(madeVoice(800, { from: 100, to: 200 }), madeVoice(450, { from: 190, to: 120 }));
    expect(intonationOf(samples, 16_000)).toBe('falling');
  });

  it('is heard through the noise of a line', () => {
    let seed = 7;
    const random = () => {
      seed = (seed * 16_807) % 2_147_483_647;
      return seed / 2_147_483_647 - 0.5;
    };
    const voice = madeVoice(450, { from: 180, to: 125 }).map((sample) => sample + random() * 1500);
    expect(intonationOf(voice, 16_000)).toBe('falling');
  });

  it('is unknown where there is no voice, or too little', () => {
    let seed = 3;
    const noise = Int16Array.from({ length: 8000 }, () => {
      seed = (seed * 16_807) % 2_147_483_647;
      return (seed / 2_147_483_647 - 0.5) * 8000;
    });
    expect(intonationOf(noise, 16_000)).toBeUndefined();
    expect(intonationOf(new Int16Array(8000), 16_000)).toBeUndefined();
    expect(intonationOf(madeVoice(80), 16_000)).toBeUndefined();
  });
});

describe.skipIf(!existsSync('/usr/bin/flite'))('the intonation of synthesized speech', () => {
  const statements = [
    'I would like to change my booking.',
    'Please call me back tomorrow morning.',
    'The heating in my room is not working.',
    'I want to order two large pizzas.',
    'My flight was cancelled yesterday.',
  ];

  /** The samples of a sentence without the silence at its end. */
  function speak(text: string): Int16Array {
    const folder = mkdtempSync(join(tmpdir(), 'intonation-'));
    try {
      const path = join(folder, 'said.wav');
      execFileSync('flite', ['-voice', 'rms', '-t', text, '-o', path]);
      const bytes = readFileSync(path);
      const samples = new Int16Array(
        bytes.buffer.slice(bytes.byteOffset + 44, bytes.byteOffset + bytes.length),
      );
      return samples.subarray(0, samples.findLastIndex((sample) => Math.abs(sample) > 400) + 1);
    } finally {
      rmSync(folder, { recursive: true });
    }
  }

  it('falls at the end of statements, and mostly not in the middle of them', () => {
    const spoken = statements.map(speak);
    const isFalling = (samples: Int16Array) => intonationOf(samples, 16_000) === 'falling';
    expect(spoken.filter(isFalling)).toHaveLength(statements.length);
    const middles = spoken.map((samples) => samples.subarray(0, Math.round(samples.length * 0.55)));
    expect(middles.filter(isFalling).length).toBeLessThanOrEqual(2);
  });
});
