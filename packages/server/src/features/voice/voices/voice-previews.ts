import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TextToSpeech } from '@tendril/contract/provider/text-to-speech';
import type { Voice } from '@tendril/contract/voice/voice';
import { toWav } from '@tendril/contract/voice/wav';
import type { Scope } from '../../../platform/db/scope.ts';
import { Slots } from '../../../platform/local-speech/slots.ts';
import { previewLine } from './preview-line.ts';

const sampleRate = 24_000;
const atOnce = 3;
const longestMs = 30_000;
/** A greeting is a few seconds long; a vendor that does not stop is aborted. */
const mostSamples = sampleRate * 30;

/** Greetings of voices as WAV files, each generated once and cached in the folder. */
export function createVoicePreviews(home: string) {
  const folder = join(home, 'cache', 'voice-previews');
  const slots = new Slots(atOnce);
  const underWay = new Map<string, Promise<Buffer>>();

  async function make(synthesizer: TextToSpeech, voice: Voice, file: string): Promise<Buffer> {
    // The first caller may have disconnected: others wait for the same greeting.
    const signal = AbortSignal.timeout(longestMs);
    const leave = await slots.take(signal);
    try {
      const samples = await say(synthesizer, voice, signal);
      const wav = Buffer.from(toWav({ samples, sampleRate }));
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const draft = `${file}.${randomUUID()}`;
      await writeFile(draft, wav, { mode: 0o600 });
      await rename(draft, file);
      return wav;
    } finally {
      leave();
    }
  }

  return {
    /** The greeting of a voice, from the provider in use. Throws the vendor's errors. */
    async read(scope: Scope, voice: Voice, synthesizer: TextToSpeech): Promise<Buffer> {
      const key = keyOf(scope, voice, synthesizer);
      const running = underWay.get(key);
      if (running) return running;
      const file = join(folder, `${key}.wav`);
      const reading = readFile(file).catch(() => make(synthesizer, voice, file));
      underWay.set(key, reading);
      return reading.finally(() => underWay.delete(key));
    },
  };
}

// What a vendor generated for one workspace must not be served to another.
function keyOf({ workspaceId }: Scope, voice: Voice, { label, isStandIn }: TextToSpeech): string {
  const line = previewLine(voice, isStandIn);
  const traits = [voice.voice_id, voice.gender, voice.accent, voice.age];
  const parts = [isStandIn ? '' : workspaceId, label, line, traits, sampleRate];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

async function say(synthesizer: TextToSpeech, voice: Voice, signal: AbortSignal): Promise<Int16Array> {
  const line = previewLine(voice, synthesizer.isStandIn);
  const pieces: Int16Array[] = [];
  let length = 0;
  for await (const piece of synthesizer.speak({ ...line, speed: 1, sampleRate, signal })) {
    pieces.push(piece);
    length += piece.length;
    if (length > mostSamples) break;
  }
  const whole = new Int16Array(length);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
