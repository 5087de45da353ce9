import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AppError } from '@tendril/contract/app-error';
import type { SpeechRequest, TextToSpeech } from '@tendril/contract/provider/text-to-speech';
import { Resampler } from '@tendril/contract/voice/resampler';
import { isWav, readWavHead, type WavSound } from '@tendril/contract/voice/wav';
import { findLocalProgram } from './find-local-program.ts';
import { espeakVoice, fliteVoice, isEnglish, type VoiceTraits } from './local-voice.ts';
import { PipedProcess } from './piped-process.ts';
import { Slots } from './slots.ts';
import { oneLine, plainText } from './speakable-text.ts';

export const localLabel = 'local stand-in';
const atOnce = 4;
const longestMs = 20_000;
const mostBytes = 32 * 1024 * 1024;
/** Chunk size of the finished sound: a caller hears the first while the rest is passed on. */
const pieceMs = 100;
const wordsAMinute = 175;
const slots = new Slots(atOnce);

/** A local voice: English by the better program, other languages by the one that supports them all. */
export function createLocalSynthesizer(traits: VoiceTraits): TextToSpeech {
  return {
    label: localLabel,
    isStandIn: true,
    async *speak(request) {
      if (oneLine(request.text) === '') return;
      const leave = await slots.take(request.signal);
      let sound: WavSound;
      try {
        sound = await synthesise(request, traits);
      } finally {
        leave();
      }
      yield* cut(sound, request);
    },
  };
}

async function synthesise(request: SpeechRequest, traits: VoiceTraits): Promise<WavSound> {
  const [flite, espeak] = await Promise.all([findLocalProgram('flite'), findLocalProgram('espeak-ng')]);
  if (flite && isEnglish(request.language)) return runFlite(flite, request, traits);
  if (espeak) return runEspeak(espeak, request, traits);
  throw new AppError(
    'UNAVAILABLE',
    'The local stand-in speaks only English. Install espeak-ng for other languages.',
  );
}

async function runFlite(program: string, request: SpeechRequest, traits: VoiceTraits): Promise<WavSound> {
  const { speed, signal } = request;
  const text = plainText(request.text);
  if (text === '') return { sampleRate: request.sampleRate, samples: new Int16Array(0) };
  // It rereads its output while writing, which works with a file only.
  const folder = await mkdtemp(join(tmpdir(), 'tendril-speech-'));
  try {
    const file = join(folder, `${randomUUID()}.wav`);
    const stretch = (1 / speed).toFixed(2);
    const fixed = ['-voice', fliteVoice(traits), '--setf', `duration_stretch=${stretch}`];
    const process = new PipedProcess({
      program,
      arguments: [...fixed, '-f', '/dev/stdin', '-o', file],
      signal,
      longestMs,
      mostBytes: 64 * 1024,
    });
    process.write(`${text}\n`);
    await process.end();
    return readSound(await readFile(file));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function runEspeak(program: string, request: SpeechRequest, traits: VoiceTraits): Promise<WavSound> {
  const { speed, language, signal } = request;
  const rate = String(Math.round(wordsAMinute * speed));
  const process = new PipedProcess({
    program,
    arguments: ['-v', espeakVoice(language, traits), '-s', rate, '--stdin', '--stdout'],
    signal,
    longestMs,
    mostBytes,
  });
  process.write(`${oneLine(request.text)}\n`);
  return readSound(await process.end());
}

function readSound(file: Buffer): WavSound {
  const head = isWav(file) ? readWavHead(file) : undefined;
  if (!head) throw new AppError('UNAVAILABLE', 'The local stand-in produced no audio.');
  const { sampleRate, dataAt } = head;
  const length = Math.floor((file.length - dataAt) / 2);
  const samples = Int16Array.from({ length }, (_, index) => file.readInt16LE(dataAt + index * 2));
  return { sampleRate, samples };
}

function* cut({ sampleRate, samples }: WavSound, request: SpeechRequest): Generator<Int16Array> {
  const resampler = new Resampler(sampleRate, request.sampleRate);
  const step = Math.round((sampleRate * pieceMs) / 1000);
  for (let at = 0; at < samples.length; at += step) {
    request.signal.throwIfAborted();
    const piece = resampler.push(samples.subarray(at, at + step));
    if (piece.length > 0) yield piece;
  }
  const last = resampler.end();
  if (last.length > 0) yield last;
}
