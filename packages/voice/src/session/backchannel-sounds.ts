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

/** Words of listening in the agent's voice: each is synthesized once in a call, and again by a voice that takes over. */
export class BackchannelSounds {
  private readonly sounds = new Map<string, Int16Array>();
  private words: readonly string[] = [];
  /** The voice that they are in. */
  private place: number;
  private readonly voices: VoiceFallback;
  private readonly output: LineOutput;
  private readonly work: CallWork;

  constructor(voices: VoiceFallback, output: LineOutput, work: CallWork) {
    this.voices = voices;
    this.output = output;
    this.work = work;
    this.place = voices.place;
  }

  make(words: readonly string[]): void {
    this.words = words;
    this.sounds.clear();
    this.place = this.voices.place;
    this.makeAll().catch(() => undefined);
  }

  /** A word whose sound is not there yet is left out: later it would come at another moment. */
  say(word: string): void {
    if (this.place !== this.voices.place) {
      this.make(this.words);
      return;
    }
    const sound = this.sounds.get(word);
    if (!sound || sound.length === 0) return;
    if (this.output.playBeside(sound)) this.work.emit({ type: 'backchannel', text: word });
  }

  /** One after the other: they are not worth a second socket. */
  private async makeAll(): Promise<void> {
    const { signal } = this.work;
    for (const word of this.words) {
      const { place } = this.voices;
      const sound = await wholeSound(this.voices.speak(word, signal));
      if (signal.aborted || place !== this.place) return;
      if (place === this.voices.place) this.sounds.set(word, applyGain(this.trim(sound), besideGain));
    }
  }

  private trim(sound: Int16Array): Int16Array {
    const { sampleRate } = this.output;
    const last = sound.findLastIndex((sample) => Math.abs(sample) >= quiet);
    return trimLead(sound.subarray(0, last + 1 + Math.round((sampleRate * keptMs) / 1000)), sampleRate);
  }
}
