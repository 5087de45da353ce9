import type { FramePlace } from '@tendril/contract/voice/numbered-frame';

/** Raw audio of a call: signed 16-bit little-endian samples, one channel. */
export interface AudioFormat {
  /** Samples a second: 8000 on telephone lines, 16000 from recognizers, 24000 from most synthesisers. */
  sampleRate: number;
}

/** A piece of a call's audio; `samples.length / sampleRate` seconds long. */
export interface AudioFrame {
  format: AudioFormat;
  samples: Int16Array;
  /** Absent on lines that keep the order of their frames, and lose none. */
  place?: FramePlace;
  /** Its own packet was lost: this is what the next one says of it. */
  isRecovered?: boolean;
}

/** Length of a frame in milliseconds. */
export function frameMs(frame: AudioFrame): number {
  return (frame.samples.length / frame.format.sampleRate) * 1000;
}
