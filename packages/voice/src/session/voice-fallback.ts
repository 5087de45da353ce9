import type { SpeechRequest, SpokenWord, TextToSpeech } from '@tendril/contract/provider/text-to-speech';
import { type CallClock, withDeadline } from '../call-clock.ts';
import { splitHeard } from '../turns/heard-text.ts';
import { wordsOf } from '../turns/phrases.ts';
import { speakable } from '../turns/speakable.ts';
import { splitByTimes } from '../turns/split-by-times.ts';

/** A voice that has not begun by then is replaced. */
const firstAudioMs = 2500;
/** A voice that stops in mid-sentence for this long is broken. */
const nextAudioMs = 2500;
/** The last voice gets this long: nobody could take over from it. */
const lastVoiceMs = 10_000;
/** About how long a spoken word takes; estimates where a broken voice stopped. */
const wordMs = 350;

type SynthesizerSettings = Omit<SpeechRequest, 'text' | 'signal' | 'onWords'>;

type OnWords = (words: readonly SpokenWord[]) => void;

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

  /**
   * Speaks one sentence; `onWords` gets the words whose times the voice knows, on the scale of the whole sound. Throws
   * when no voice can.
   */
  async *speak(text: string, signal: AbortSignal, onWords: OnWords = () => {}): AsyncGenerator<Int16Array> {
    let rest = speakable(text);
    let beforeMs = 0;
    while (/[\p{L}\p{N}]/u.test(rest)) {
      let spokenMs = 0;
      const words: SpokenWord[] = [];
      const note: OnWords = (more) => {
        words.push(...more);
        onWords(more.map((word) => moved(word, beforeMs)));
      };
      try {
        for await (const piece of this.speakWith(rest, signal, note)) {
          spokenMs += (piece.length / this.settings.sampleRate) * 1000;
          yield piece;
        }
        return;
      } catch (error) {
        if (signal.aborted) return;
        this.replace(error);
        if (spokenMs > 0) rest = this.unsaid(rest, spokenMs, words);
        beforeMs += spokenMs;
      }
    }
  }

  /** Speaks by the voice of the moment alone: what it cannot say is no reason to replace it. */
  async *speakUnaided(text: string, signal: AbortSignal): AsyncGenerator<Int16Array> {
    const words = speakable(text);
    if (/[\p{L}\p{N}]/u.test(words)) yield* this.speakWith(words, signal, () => {});
  }

  /** Which of the voices speaks now. */
  get place(): number {
    return this.current;
  }

  /** The call is over. */
  close(): void {
    for (const synthesizer of this.synthesizers) {
      try {
        synthesizer.close?.();
      } catch {
        // The call is over whatever the voice does.
      }
    }
  }

  /** What a voice that broke off has not said: by the times of its words, else by how long words take. */
  private unsaid(text: string, spokenMs: number, words: readonly SpokenWord[]): string {
    const byTimes = splitByTimes(text, words, spokenMs);
    if (byTimes) return byTimes.unsaid;
    const share = (spokenMs * this.settings.speed) / Math.max(1, wordsOf(text).length * wordMs);
    return splitHeard(text, Math.min(1, share)).unsaid;
  }

  private async *speakWith(text: string, signal: AbortSignal, onWords: OnWords): AsyncGenerator<Int16Array> {
    const synthesizer = this.synthesizers[this.current];
    if (!synthesizer) throw new Error('The agent has no voice.');
    const own = new AbortController();
    const pieces = synthesizer
      .speak({ ...this.settings, text, onWords, signal: AbortSignal.any([signal, own.signal]) })
      [Symbol.asyncIterator]();
    try {
      for (let isFirst = true; ; isFirst = false) {
        const waitMs = this.isLast ? lastVoiceMs : isFirst ? firstAudioMs : nextAudioMs;
        const late = () => new Error(`No audio within ${waitMs} ms.`);
        const next = await withDeadline(this.clock, waitMs, pieces.next(), late);
        if (signal.aborted) return;
        if (next.done) {
          if (isFirst) throw new Error('The voice gave no audio.');
          return;
        }
        yield next.value;
      }
    } finally {
      own.abort();
    }
  }

  private get isLast(): boolean {
    return this.current >= this.synthesizers.length - 1;
  }

  private replace(error: unknown): void {
    const [from, to] = [this.synthesizers[this.current], this.synthesizers[this.current + 1]];
    if (!from || !to) throw error;
    this.current += 1;
    const reason = error instanceof Error ? error.message : String(error);
    this.onFallback({ from: from.label, to: to.label, reason });
  }
}

const moved = (word: SpokenWord, byMs: number): SpokenWord => ({
  ...word,
  startMs: word.startMs + byMs,
  endMs: word.endMs + byMs,
});
