import { frameSamples } from '@tendril/voice/audio/frame-cutter';
import { keypadTones } from '@tendril/voice/audio/keypad-tones';

/** The tones of keys in frames, for a side that takes no key events. */
export function toneFrames(digits: string, sampleRate: number): Int16Array[] {
  const tones = keypadTones(digits, sampleRate);
  const size = frameSamples(sampleRate);
  return Array.from({ length: Math.ceil(tones.length / size) }, (_, index) => {
    const frame = new Int16Array(size);
    frame.set(tones.subarray(index * size, (index + 1) * size));
    return frame;
  });
}
