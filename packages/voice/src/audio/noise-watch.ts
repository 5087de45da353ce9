import { callFrameMs } from './frame-cutter.ts';
import { likeness, voiceLags } from './periodicity.ts';

/** What is louder than this is heard; a line whose noise stays below half of it is quiet. */
const audible = 200;
const quiet = 100;
/** So much of the line's noise is remembered. */
const rememberedFrames = 4000 / callFrameMs;
/** The noise's loudest frames but these count as its height, */
const heightShare = 0.9;
/** which is checked this often. */
const framesPerLook = 10;
/** A voice is so much louder than what is behind it. */
const overNoise = 1.2;
/** How alike two periods of a voice are; of many voices at once, or of a street, they are not. */
const voiced = 0.5;
/** Sound that has gone on for so long without a clear voice is noise. */
const doubtedMs = 400;
/** Enough for the lowest voice, and a quarter of the work. */
const pitchRate = 4000;

/**
 * Knows the noise of a line, and detects a voice that stands out of it: louder than the noise, and with a pitch. On a
 * quiet line every loud frame does.
 */
export class NoiseWatch {
  private readonly noise: number[] = [];
  private sinceLook = 0;
  private height = 0;
  private before: Int16Array = new Int16Array(0);
  /** Frames of a sound of which it is not known yet whether it is a voice. */
  private doubted: number[] = [];
  private hasVoice = false;

  /** Takes a frame, and whether it belongs to what may be a voice; returns whether a voice is clear in it. */
  push(
    samples: Int16Array,
    { level, isLoud, isOpen }: { level: number; isLoud: boolean; isOpen: boolean },
  ): boolean {
    const isClear = level >= audible && this.standsOut(samples, { level, isLoud });
    this.before = samples;
    if (isOpen || isLoud || isClear) {
      this.hasVoice ||= isClear;
      if (!this.hasVoice) this.doubt(level);
    } else {
      this.reset();
      this.remember(level);
    }
    return isClear;
  }

  /** What may have been a voice is over. */
  reset(): void {
    if (!this.hasVoice) for (const level of this.doubted) this.remember(level);
    this.doubted = [];
    this.hasVoice = false;
  }

  private doubt(level: number): void {
    this.doubted.push(level);
    if (this.doubted.length > doubtedMs / callFrameMs) this.remember(this.doubted.shift() ?? 0);
  }

  private standsOut(samples: Int16Array, { level, isLoud }: { level: number; isLoud: boolean }): boolean {
    if (this.height < quiet && this.noise.length > 0) return isLoud;
    return level >= this.height * overNoise && this.hasPitch(samples);
  }

  private hasPitch(samples: Int16Array): boolean {
    const window = thin(this.before, samples);
    const { shortest, longest } = voiceLags(pitchRate);
    for (let lag = shortest; lag <= Math.min(longest, window.length / 2); lag += 1)
      if (likeness(window, lag) >= voiced) return true;
    return false;
  }

  private remember(level: number): void {
    this.noise.push(level);
    if (this.noise.length > rememberedFrames) this.noise.shift();
    this.sinceLook += 1;
    if (this.sinceLook < framesPerLook && this.noise.length > framesPerLook) return;
    this.sinceLook = 0;
    const sorted = this.noise.toSorted((left, right) => left - right);
    this.height = sorted[Math.floor(sorted.length * heightShare)] ?? 0;
  }
}

/** Two frames of 20 ms as one window, at a rate at which pitches are still heard. */
function thin(before: Int16Array, samples: Int16Array): Int16Array {
  const each = Math.max(1, Math.round((samples.length * (1000 / callFrameMs)) / pitchRate));
  const all = new Int16Array(before.length + samples.length);
  all.set(before);
  all.set(samples, before.length);
  return Int16Array.from({ length: Math.floor(all.length / each) }, (_, index) => {
    let sum = 0;
    for (let at = 0; at < each; at += 1) sum += all[index * each + at] ?? 0;
    return Math.round(sum / each);
  });
}
