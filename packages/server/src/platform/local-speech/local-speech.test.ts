import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { HearingRequest, SpeechToText } from '@tendril/contract/provider/speech-to-text';
import type { SpeechRequest, TextToSpeech } from '@tendril/contract/provider/text-to-speech';
import { describe, expect, it } from 'vitest';
import { makeFolder } from '../../testing/temporary-folder.ts';
import { findLocalProgram } from './find-local-program.ts';
import { createLocalSpeech, type LocalSpeech } from './local-speech.ts';
import { fliteVoice } from './local-voice.ts';

const man = { accent: 'American', gender: 'male', age: 'Young' } as const;
const woman = { accent: 'Irish', gender: 'female' } as const;
const open = () => createLocalSpeech({ localSpeechGrammar: undefined });
const live = () => new AbortController().signal;

async function synthesizerOf(
  speech: LocalSpeech,
  traits: Parameters<LocalSpeech['synthesizer']>[0],
): Promise<TextToSpeech> {
  const synthesizer = await speech.synthesizer(traits);
  if ('missing' in synthesizer) throw new Error(`${synthesizer.missing}: npm test provides it`);
  return synthesizer;
}

async function recognizerOf(speech: LocalSpeech): Promise<SpeechToText> {
  const recognizer = await speech.recognizer('en-US');
  if ('missing' in recognizer) throw new Error(`${recognizer.missing}: npm test provides it`);
  return recognizer;
}

async function say(
  synthesizer: TextToSpeech,
  text: string,
  more: Partial<SpeechRequest> = {},
): Promise<Int16Array> {
  const request = { text, speed: 1, language: 'en-US', sampleRate: 16_000, signal: live(), ...more };
  const samples: number[] = [];
  for await (const piece of synthesizer.speak(request)) samples.push(...piece);
  return Int16Array.from(samples);
}

async function hear(
  recognizer: SpeechToText,
  sound: Int16Array,
  more: Partial<HearingRequest> = {},
): Promise<string> {
  const request = {
    language: 'en-US',
    sampleRate: 16_000,
    mode: 'fast' as const,
    keywords: [],
    signal: live(),
  };
  const line = await recognizer.open({ ...request, ...more });
  const utterance = line.begin(() => undefined);
  for (let at = 0; at < sound.length; at += 320) utterance.push(sound.subarray(at, at + 320));
  const { text } = await utterance.finish();
  line.close();
  return text;
}

function grammarOf(...sentences: string[]): string {
  const file = join(makeFolder(), 'trial.gram');
  writeFileSync(file, `#JSGF V1.0;\ngrammar trial;\npublic <said> = ${sentences.join(' | ')};\n`);
  return file;
}

describe('the local stand-in', { timeout: 60_000 }, () => {
  it('speaks at the wanted rate, quicker when asked, and says that it is one', async () => {
    const synthesizer = await synthesizerOf(open(), man);
    expect([synthesizer.label, synthesizer.isStandIn]).toEqual(['local stand-in', true]);
    const normal = await say(synthesizer, 'Good morning. How may I help you today?');
    expect(normal.length).toBeGreaterThan(16_000);
    const loudest = normal.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
    expect(loudest).toBeGreaterThan(3000);
    const phone = await say(synthesizer, 'Good morning. How may I help you today?', { sampleRate: 8000 });
    expect(Math.abs(phone.length * 2 - normal.length)).toBeLessThan(20);
    const quick = await say(synthesizer, 'Good morning. How may I help you today?', { speed: 2 });
    expect(quick.length / normal.length).toBeLessThan(0.65);
  });

  it('speaks text that looks like options, marks or another script as words, or not at all', async () => {
    const synthesizer = await synthesizerOf(open(), woman);
    for (const text of [
      '-o /tmp/x; rm -rf /',
      '$(id) `id` "quoted" ’it’s…',
      '\u0000<speak>\n\nnaïve café</speak>',
    ])
      expect((await say(synthesizer, text)).length).toBeGreaterThan(4000);
    expect(await say(synthesizer, '   ')).toHaveLength(0);
    expect(await say(synthesizer, '日本語')).toHaveLength(0);
  });

  it('speaks other languages where the program for them is installed, and says elsewhere what is missing', async () => {
    const german = say(await synthesizerOf(open(), woman), 'Guten Tag, schöne Grüße!', { language: 'de-DE' });
    if (await findLocalProgram('espeak-ng')) expect((await german).length).toBeGreaterThan(8000);
    else await expect(german).rejects.toThrow('Install espeak-ng');
  });

  it('is chosen by gender, accent and age', () => {
    expect(fliteVoice(woman)).toBe('slt');
    expect(fliteVoice(man)).toBe('rms');
    expect(fliteVoice({ accent: 'British', gender: 'male' })).toBe('awb');
    expect(fliteVoice({ accent: 'American', gender: 'male', age: 'Old' })).toBe('kal16');
  });

  it('stops at once when nobody listens any more', async () => {
    const synthesizer = await synthesizerOf(open(), man);
    const ending = new AbortController();
    const spoken = say(synthesizer, 'A long story. '.repeat(300), { signal: ending.signal });
    setTimeout(() => ending.abort(new Error('hung up')), 20);
    await expect(spoken).rejects.toThrow('hung up');
  });
});

// A recognizer reads its whole model for every utterance.
describe('the local recognizer', { timeout: 120_000 }, () => {
  it('understands what the local voice says, with any words', async () => {
    const speech = open();
    const sound = await say(await synthesizerOf(speech, man), 'What are your opening hours on saturday?');
    expect(await hear(await recognizerOf(speech), sound)).toBe('what are your opening hours on saturday');
  });

  it('understands a closed set exactly, in a wide band and through a telephone', async () => {
    const sentences = [
      'book an appointment',
      'cancel my appointment',
      'talk to a person',
      'yes please',
      'no thanks',
    ];
    const speech = createLocalSpeech({ localSpeechGrammar: grammarOf(...sentences) });
    const [recognizer, synthesizer] = [await recognizerOf(speech), await synthesizerOf(speech, man)];
    for (const sentence of sentences) {
      expect(await hear(recognizer, await say(synthesizer, sentence))).toBe(sentence);
      const phone = await say(synthesizer, sentence, { sampleRate: 8000 });
      expect(await hear(recognizer, phone, { sampleRate: 8000 })).toBe(sentence);
    }
  });

  it('lets a third caller wait for one of two places, and loses no word of it', async () => {
    const speech = createLocalSpeech({ localSpeechGrammar: grammarOf('yes please', 'no thanks') });
    const [recognizer, synthesizer] = [await recognizerOf(speech), await synthesizerOf(speech, man)];
    const [yes, no] = [await say(synthesizer, 'yes please'), await say(synthesizer, 'no thanks')];
    const heard = await Promise.all([yes, no, yes, no].map((sound) => hear(recognizer, sound)));
    expect(heard).toEqual(['yes please', 'no thanks', 'yes please', 'no thanks']);
  });

  it('gives its place back when an utterance is dropped or the call ends', async () => {
    const speech = createLocalSpeech({ localSpeechGrammar: grammarOf('yes please') });
    const [recognizer, synthesizer] = [await recognizerOf(speech), await synthesizerOf(speech, man)];
    const request = {
      language: 'en-US',
      sampleRate: 16_000,
      mode: 'fast',
      keywords: [],
      signal: live(),
    } as const;
    for (let round = 0; round < 4; round += 1) {
      const line = await recognizer.open(request);
      const utterance = line.begin(() => undefined);
      utterance.push(new Int16Array(3200));
      await pause(20);
      const words = utterance.finish();
      if (round % 2 === 0) utterance.cancel();
      line.close();
      await expect(words).rejects.toThrow();
    }
    expect(await hear(recognizer, await say(synthesizer, 'yes please'))).toBe('yes please');
  });

  it('says of a language that it does not understand it', async () => {
    expect(await open().recognizer('de-DE')).toEqual({
      missing: 'The local recognizer understands English only',
    });
  });
});
