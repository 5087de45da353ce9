import { expect, it } from 'vitest';
import { tone } from '../testing/tone.ts';
import { VoiceDetector, type VoiceSign } from './voice-detector.ts';

const silence = (ms: number) => new Int16Array(16 * ms);
const noise = (ms: number, strength: number) =>
  Int16Array.from({ length: 16 * ms }, (_, index) => Math.round(strength * Math.sin(index * index * 0.37)));

function signs(...parts: Int16Array[]): [number, VoiceSign][] {
  const detector = new VoiceDetector();
  const found: [number, VoiceSign][] = [];
  let at = 0;
  for (const part of parts)
    for (let from = 0; from < part.length; from += 320) {
      at += 20;
      const sign = detector.push(part.subarray(from, from + 320));
      if (sign.type !== 'none' && sign.type !== 'voice') found.push([at, sign]);
    }
  return found;
}

it('finds the onset after 120 ms and the pause with the first quiet frame', () => {
  expect(signs(silence(500), tone(600), silence(400))).toEqual([
    [620, { type: 'onset', beforeMs: 120, voicedMs: 120, clearMs: 120 }],
    [1120, { type: 'pause' }],
  ]);
});

it('takes no click and no quiet hum for a voice', () => {
  expect(signs(silence(300), tone(80), silence(300), tone(60), silence(300))).toEqual([]);
  expect(signs(noise(6000, 150))).toEqual([]);
});

it('noise that is there from the first frame on is no voice after 300 ms, and a voice over it is one', () => {
  const found = signs(noise(2000, 900), tone(600, { strength: 9000 }), noise(600, 900));
  expect(found.map(([at, { type }]) => `${type} ${at}`)).toEqual([
    'onset 120',
    'noise 300',
    'onset 2120',
    'pause 2620',
  ]);
});

it('a caller who speaks from the first frame on is heard to the end', () => {
  const word = Int16Array.from(
    tone(900),
    (sample, at) => sample * (0.1 + 0.9 * Math.abs(Math.sin(at / 900))),
  );
  expect(signs(word, silence(400)).map(([at, { type }]) => `${type} ${at}`)).toEqual([
    'onset 120',
    'pause 920',
  ]);
});

it('a line that sends nothing more has paused', () => {
  const detector = new VoiceDetector();
  expect(detector.pause()).toEqual({ type: 'none' });
  for (const part of [silence(300), tone(400)])
    for (let from = 0; from < part.length; from += 320) detector.push(part.subarray(from, from + 320));
  expect([detector.pause(), detector.pause()]).toEqual([{ type: 'pause' }, { type: 'none' }]);
});

it('adapts to a loud line: the same noise is no voice, a louder one still is', () => {
  const found = signs(noise(6000, 900), tone(600, { strength: 9000 }), noise(1000, 900));
  expect(found.filter(([at, { type }]) => at > 4500 && type === 'pause').map(([at]) => at)).toContain(6620);
});

it('a click in a pause does not end it, a voice does', () => {
  const detector = new VoiceDetector();
  const push = (samples: Int16Array) => {
    const all: string[] = [];
    for (let from = 0; from < samples.length; from += 320)
      all.push(detector.push(samples.subarray(from, from + 320)).type);
    return all;
  };
  push(silence(300));
  push(tone(400));
  expect(push(silence(40))).toEqual(['pause', 'none']);
  expect(push(tone(20))).toEqual(['none']);
  expect(push(silence(20))).toEqual(['none']);
  expect(push(tone(40))).toEqual(['none', 'voice']);
});
