import { callFrameMs } from './frame-cutter.ts';
import { loudness } from './loudness.ts';
import { NoiseWatch } from './noise-watch.ts';

/**
 * The result for a frame of 20 ms: no change, or that a voice began, continues, or paused; or that what had begun is
 * the noise of the line. `clearMs` of `voicedMs` stand out of the noise as a voice.
 */
export type VoiceSign =
  | { type: 'none' }
  | { type: 'onset'; beforeMs: number; voicedMs: number; clearMs: number }
  | { type: 'voice'; voicedMs: number; clearMs: number }
  | { type: 'pause' }
  | { type: 'noise' };

const minLoudness = 200;
const overNoise = 4;
const onsetMs = 120;
/** This many ms of the onset have to be voiced, so that one weak frame does not hide a word. */
const onsetWindowMs = 160;
/** One loud frame in a pause is a click; two are a voice again. */
const resumeFrames = 2;
/** Speech has a gap at least this often, so that its noise floor is the noise behind it. */
const floorWindowMs = 4000;
/** How long to listen to a new line before it has a noise floor. */
const openingMs = 300;
/** Over that time speech changes by more than this, noise by less. */
const steadyRange = 3;

/**
 * Distinguishes a voice from line noise by loudness: louder than four times the quietest of the last seconds. After the
 * end of an utterance `reset` makes it wait for a new onset.
 */
export class VoiceDetector {
  private readonly recent: { isLoud: boolean; isClear: boolean }[] = [];
  private readonly noise = new NoiseWatch();
  /** Quietest frame of each half second of the window. */
  private readonly minima: number[] = [];
  private framesOfMinimum = 0;
  private readonly opening: number[] = [];
  private openingFloor = 0;
  private isOpen = false;
  private isPaused = false;
  private voicedMs = 0;
  private clearMs = 0;
  private loudInPause = 0;

  reset(): void {
    this.isOpen = false;
    this.recent.length = 0;
    this.noise.reset();
  }

  push(samples: Int16Array): VoiceSign {
    const level = loudness(samples);
    const isNoise = this.watchFloor(level);
    if (isNoise && this.isOpen) {
      this.reset();
      return { type: 'noise' };
    }
    const isLoud = level >= Math.max(minLoudness, this.floor() * overNoise);
    const isClear = this.noise.push(samples, { level, isLoud, isOpen: this.isOpen });
    // In even noise a voice need not be four times as loud to be heard.
    const isHeard = isLoud || isClear;
    return this.isOpen ? this.follow(isHeard, isClear) : this.await({ isLoud: isHeard, isClear });
  }

  /** No more frames arrive: a voice has paused. */
  pause(): VoiceSign {
    this.recent.length = 0;
    return this.isOpen ? this.follow(false, false) : { type: 'none' };
  }

  private await(frame: { isLoud: boolean; isClear: boolean }): VoiceSign {
    this.recent.push(frame);
    if (this.recent.length > onsetWindowMs / callFrameMs) this.recent.shift();
    const voicedMs = this.recent.filter(({ isLoud }) => isLoud).length * callFrameMs;
    if (!frame.isLoud || voicedMs < onsetMs) return { type: 'none' };
    const beforeMs = (this.recent.length - this.recent.findIndex(({ isLoud }) => isLoud)) * callFrameMs;
    this.isOpen = true;
    this.isPaused = false;
    this.voicedMs = voicedMs;
    this.clearMs = this.recent.filter(({ isClear }) => isClear).length * callFrameMs;
    this.loudInPause = 0;
    return { type: 'onset', beforeMs, voicedMs, clearMs: this.clearMs };
  }

  private follow(isLoud: boolean, isClear: boolean): VoiceSign {
    if (!isLoud) {
      this.loudInPause = 0;
      if (this.isPaused) return { type: 'none' };
      this.isPaused = true;
      return { type: 'pause' };
    }
    this.loudInPause += 1;
    if (this.isPaused && this.loudInPause < resumeFrames) return { type: 'none' };
    const ms = (this.isPaused ? resumeFrames : 1) * callFrameMs;
    this.voicedMs += ms;
    if (isClear) this.clearMs += ms;
    this.isPaused = false;
    return { type: 'voice', voicedMs: this.voicedMs, clearMs: this.clearMs };
  }

  /** Returns whether it has just been found that the line is noisy from its start. */
  private watchFloor(level: number): boolean {
    const isNoise = this.watchOpening(level);
    const framesEach = floorWindowMs / 8 / callFrameMs;
    if (this.framesOfMinimum === 0 || this.minima.length === 0) this.minima.push(level);
    else this.minima[this.minima.length - 1] = Math.min(this.minima.at(-1) ?? level, level);
    this.framesOfMinimum = (this.framesOfMinimum + 1) % framesEach;
    if (this.minima.length > 8) this.minima.shift();
    return isNoise;
  }

  /** Noise from the first frame on is recognized by its evenness; a first word that comes at once is not even. */
  private watchOpening(level: number): boolean {
    const frames = openingMs / callFrameMs;
    if (this.opening.length >= frames) return false;
    this.opening.push(level);
    if (this.opening.length < frames) return false;
    const quietest = Math.min(...this.opening);
    if (Math.max(...this.opening) > quietest * steadyRange) return false;
    this.openingFloor = quietest;
    return true;
  }

  /** Until a whole window is known, a line is assumed to be quiet, or as noisy as at its start. */
  private floor(): number {
    const quietest = Math.min(...this.minima);
    return this.minima.length < 8 ? Math.min(this.openingFloor, quietest) : quietest;
  }
}
