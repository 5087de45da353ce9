import type { TextToSpeech } from '@tendril/contract/provider/text-to-speech';
import { applyGain } from '@tendril/voice/audio/apply-gain';
import { loudness } from '@tendril/voice/audio/loudness';
import { voiceLoudness } from '@tendril/voice/simulated/caller-noise';
import type { CallerVoice } from '@tendril/voice/simulated/spoken-caller';

/** The voice of a caller by a synthesizer. */
export function callerVoice(synthesizer: TextToSpeech, language: string): CallerVoice {
  return async (text, sampleRate, signal) => {
    const pieces: Int16Array[] = [];
    for await (const piece of synthesizer.speak({ text, speed: 1, language, sampleRate, signal }))
      pieces.push(piece);
    return level(voiced(join(pieces)));
  };
}

function join(pieces: readonly Int16Array[]): Int16Array {
  const samples = new Int16Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    samples.set(piece, at);
    at += piece.length;
  }
  return samples;
}

/** Below it a sample is no voice: silence at the ends would be measured as waiting. */
const quiet = 150;

function voiced(samples: Int16Array): Int16Array {
  const isVoice = (sample: number) => Math.abs(sample) >= quiet;
  const first = samples.findIndex(isVoice);
  return first < 0 ? new Int16Array(0) : samples.slice(first, samples.findLastIndex(isVoice) + 1);
}

function level(samples: Int16Array): Int16Array {
  const loud = loudness(samples);
  return loud === 0 ? samples : applyGain(samples, voiceLoudness / loud);
}
