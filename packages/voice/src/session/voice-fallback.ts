import type { TextToSpeech } from '@tendril/contract/provider/text-to-speech';
import { type CallClock, withDeadline } from '../call-clock.ts';
import { splitHeard } from '../turns/heard-text.ts';
import { wordsOf } from '../turns/phrases.ts';
import { speakable } from '../turns/speakable.ts';

/** A voice that has not begun by then is replaced. */
const firstAudioMs = 2500;
/** A voice that stops in mid-sentence for this long is broken. */
const nextAudioMs = 5000;
/** About how long a spoken word takes; estimates where a broken voice stopped. */
const wordMs = 350;

interface SynthesizerSettings {
  speed: number;
  language: string;
  sampleRate: number;
}

type FallbackNotice = { from: string; to: string; reason: string };

/** The agent's voice and its fallbacks, in order; the one that takes over stays for the rest of the call. */
export class VoiceFallback {
  private current = 0;
  private readonly synthesizers: readonly TextToSpeech[];
  private readonly settings: SynthesizerSettings;
  private readonly clock: CallClock;
  private readonly onFallback: (fallback: FallbackNotice) => void;

  constructor(
    synthesizers: readonly TextToSpeech[],
    settings: SynthesizerSettings,
    clock: CallClock,
    onFallback: (fallback: FallbackNotice) => void,
  ) {
    this.synthesizers = synthesizers;
    this.settings = settings;
    this.clock = clock;
    this.onFallback = onFallback;
  }

  /** Speaks one sentence. Throws when no voice can. */
  async *speak(text: string, signal: AbortSignal): AsyncGenerator<Int16Array> {
    let rest = speakable(text);
    while (/[\p{L}\p{N}]/u.test(rest)) {
      let spokenMs = 0;
      try {
        for await (const piece of this.speakWith(rest, signal)) {
          spokenMs += (piece.length / this.settings.sampleRate) * 1000;
          yield piece;
        }
        return;
      } catch (error) {
        if (signal.aborted) return;
        this.replace(error);
        const share = (spokenMs * this.settings.speed) / Math.max(1, wordsOf(rest).length * wordMs);
        rest = spokenMs === 0 ? rest : splitHeard(rest, Math.min(1, share)).unsaid;
      }
    }
  }

  private async *speakWith(text: string, signal: AbortSignal): AsyncGenerator<Int16Array> {
    const synthesizer = this.synthesizers[this.current];
    if (!synthesizer) throw new Error('The agent has no voice.');
    const own = new AbortController();
    const pieces = synthesizer
      .speak({ ...this.settings, text, signal: AbortSignal.any([signal, own.signal]) })
      [Symbol.asyncIterator]();
    try {
      for (let waitMs = firstAudioMs; ; waitMs = nextAudioMs) {
        const late = () => new Error(`No audio within ${waitMs} ms.`);
        const next = await withDeadline(this.clock, waitMs, pieces.next(), late);
        if (signal.aborted) return;
        if (next.done) {
          if (waitMs === firstAudioMs) throw new Error('The voice gave no audio.');
          return;
        }
        yield next.value;
      }
    } finally {
      own.abort();
    }
  }

  private replace(error: unknown): void {
    const [from, to] = [this.synthesizers[this.current], this.synthesizers[this.current + 1]];
    if (!from || !to) throw error;
    this.current += 1;
    const reason = error instanceof Error ? error.message : String(error);
    this.onFallback({ from: from.label, to: to.label, reason });
  }
}
