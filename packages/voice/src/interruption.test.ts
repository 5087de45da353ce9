import { voiceLanguages } from '@tendril/contract/voice/languages';
import { expect, it } from 'vitest';
import { doesInterrupt, doWordsInterrupt, neededVoiceMs, neededWords } from './interruption.ts';
import { spokenPhrases } from './turns/phrases.data.ts';
import { isAcknowledgement, isStopPhrase, wordsOf } from './turns/phrases.ts';

const said = (sensitivity: number, voicedMs: number, interim = '', isWarmUp = false) =>
  doesInterrupt({ sensitivity, voicedMs, clearMs: voicedMs, interim, isWarmUp, language: 'en-US' });
const inNoise = (sensitivity: number, clearMs: number, interim = '') =>
  doesInterrupt({ sensitivity, voicedMs: 5000, clearMs, interim, isWarmUp: false, language: 'en-US' });

it('the slider sets how long a voice has to sound and how many words it takes', () => {
  expect([1, 0.8, 0.5, 0.1].map((value) => Math.round(neededVoiceMs(value)))).toEqual([120, 276, 510, 822]);
  expect([1, 0.9, 0.8, 0.67, 0.5, 0.3, 0.1].map(neededWords)).toEqual([0, 0, 1, 1, 2, 3, 3]);
});

it('judges by voice and words', () => {
  expect([said(0, 10_000, 'stop stop'), said(0.05, 100, 'stop it')]).toEqual([false, true]);
  expect([said(1, 119), said(1, 120), said(1, 200, '', true), said(1, 240, '', true)]).toEqual([
    false,
    true,
    false,
    true,
  ]);
  expect([said(0.8, 280, 'but'), said(0.8, 280), said(0.8, 560)]).toEqual([true, false, true]);
  expect([said(1, 5000, 'uh-huh'), said(0.5, 5000, 'yeah okay right'), said(0.5, 600, 'yeah but I')]).toEqual(
    [false, false, true],
  );
});

it('noise interrupts by words alone, or by a voice that stands out of it', () => {
  expect([inNoise(1, 100), inNoise(1, 120), inNoise(1, 0, 'but')]).toEqual([false, true, true]);
  expect([inNoise(0.8, 540), inNoise(0.8, 560), inNoise(0.8, 0, 'but')]).toEqual([false, true, true]);
});

it('final words are judged without their length', () => {
  expect(doWordsInterrupt('I see', 1, 'en-GB')).toBe(false);
  expect(doWordsInterrupt('one', 0.5, 'en-GB')).toBe(false);
  expect(doWordsInterrupt('one more', 0.5, 'en-GB')).toBe(true);
  expect(doWordsInterrupt('no', 0.1, 'en-GB')).toBe(true);
  expect(doWordsInterrupt('no', 0, 'en-GB')).toBe(false);
});

it('has phrases in every language that an agent may speak', () => {
  const bases = voiceLanguages.map(({ code }) => code.split('-')[0] ?? '').filter((base) => base !== 'multi');
  expect(bases.filter((base) => !spokenPhrases[base])).toEqual([]);
  for (const [base, phrases] of Object.entries(spokenPhrases)) {
    const both = phrases.acknowledgements.filter((phrase) => phrases.stops.includes(phrase));
    expect([base, both]).toEqual([base, []]);
  }
});

it('distinguishes listening from speaking in the scripts of the world', () => {
  expect(isAcknowledgement('好的，嗯', 'zh-CN')).toBe(true);
  expect(isAcknowledgement('好的，我要订票', 'zh-CN')).toBe(false);
  expect(isAcknowledgement('はい、そうですね', 'ja-JP')).toBe(true);
  expect(isAcknowledgement('Ja, genau!', 'de-DE')).toBe(true);
  expect(isAcknowledgement('D’accord', 'fr-FR')).toBe(true);
  expect(isAcknowledgement('okay', 'hi-IN')).toBe(true);
  expect(isAcknowledgement('yesterday', 'en-US')).toBe(false);
  expect(isAcknowledgement('', 'en-US')).toBe(false);
  expect(isStopPhrase('Hold on a second', 'en-US')).toBe(true);
  expect(isStopPhrase('nobody came', 'en-US')).toBe(false);
  expect(isStopPhrase('等一下', 'zh-CN')).toBe(true);
  expect(wordsOf("I'm here, 你好")).toEqual(["I'm", 'here', '你好']);
});
