import { createLocalSpeech } from '../platform/local-speech/local-speech.ts';

/** A sentence as samples of a line, spoken by the local synthesizer. */
export async function makeSpeech(text: string, sampleRate: number): Promise<Int16Array> {
  const man = { accent: 'American', gender: 'male', age: 'Young' } as const;
  const synthesizer = await createLocalSpeech({ localSpeechGrammar: undefined }).synthesizer(man);
  if ('missing' in synthesizer) throw new Error(`${synthesizer.missing}: npm test provides it`);
  const signal = new AbortController().signal;
  const samples: number[] = [];
  const asked = { text, speed: 1, language: 'en-US', sampleRate, signal };
  for await (const piece of synthesizer.speak(asked)) samples.push(...piece);
  return Int16Array.from(samples);
}
