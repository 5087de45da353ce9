import { applyGain } from '../audio/apply-gain.ts';
import { trimLead } from '../audio/trim-lead.ts';
import type { CallWork } from './call-work.ts';
import type { LineOutput } from './line-output.ts';
import type { VoiceFallback } from './voice-fallback.ts';
import { wholeSound } from './whole-sound.ts';

/** The caller is speaking: a listener is not as loud. */
const besideGain = 0.6;
/** Below this a sample is silence. */
const quiet = 150;
const keptMs = 20;
const none = new Int16Array(0);

/** Words of listening in the agent's voice: each is synthesized once in a call, and again by a voice that takes over. */
export class BackchannelSounds {
  private readonly sounds = new Map<string, Int16Array>();
  /** The voice that they are in. */
  private place: number;
  private isMaking = false;
  private isPaused = false;
  private readonly voices: VoiceFallback;
  private readonly output: LineOutput;
  private readonly work: CallWork;

  constructor(voices: VoiceFallback, output: LineOutput, work: CallWork) {
    this.voices = voices;
    this.output = output;
    this.work = work;
    this.place = voices.place;
  }

  /** Makes the sounds that are not there yet. */
  make(words: readonly string[]): void {
    this.isPaused = false;
    if (this.place !== this.voices.place) this.sounds.clear();
    this.place = this.voices.place;
    if (!this.isMaking) this.makeAll(words).catch(() => undefined);
  }

  /** An answer needs the voice: no further word is asked of it until the caller speaks for long again. */
  pause(): void {
    this.isPaused = true;
  }

  /** A word whose sound is not there yet is left out: later it would come at another moment. */
  say(word: string): void {
    const sound = this.place === this.voices.place ? this.sounds.get(word) : undefined;
    if (!sound) this.make([word]);
    else if (sound.length > 0 && this.output.playBeside(sound))
      this.work.emit({ type: 'backchannel', text: word });
  }

  /** One after the other, so that an answer waits behind one of them at most. */
  private async makeAll(words: readonly string[]): Promise<void> {
    this.isMaking = true;
    try {
      for (const word of words) {
        if (this.isPaused || this.work.signal.aborted) return;
        if (!this.sounds.has(word)) await this.makeOne(word);
      }
    } finally {
      this.isMaking = false;
    }
  }

  /** A word that the voice cannot say is not asked for again. */
  private async makeOne(word: string): Promise<void> {
    const { place } = this.voices;
    const pieces = this.voices.speakUnaided(word, this.work.signal);
    const sound = await wholeSound(pieces).catch(() => none);
    if (place === this.voices.place && place === this.place)
      this.sounds.set(word, applyGain(this.trim(sound), besideGain));
  }

  private trim(sound: Int16Array): Int16Array {
    const { sampleRate } = this.output;
    const last = sound.findLastIndex((sample) => Math.abs(sample) >= quiet);
    return trimLead(sound.subarray(0, last + 1 + Math.round((sampleRate * keptMs) / 1000)), sampleRate);
  }
}
