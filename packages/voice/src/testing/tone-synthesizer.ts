import type { SpeechRequest, TextToSpeech } from '@tendril/contract/provider/text-to-speech';
import type { CallClock } from '../call-clock.ts';
import { wordsOf } from '../turns/phrases.ts';
import { tone } from './tone.ts';

export interface ToneSynthesizerOptions {
  label?: string;
  /** Length of one word at speed 1. */
  wordMs?: number;
  clock?: CallClock;
  /** Wait before the first audio. */
  firstAudioMs?: number;
  /** Silence after the last word. */
  tailMs?: number;
  /** Throws instead of speaking; after so many pieces when a number. */
  fails?: boolean | number;
}

/** Tones by rate and length: a vendor's work is not done by the process that is measured, and is not measured with it. */
const made = new Map<string, Int16Array>();

function madeTone(sampleRate: number, toneMs: number, tailMs: number): Int16Array {
  const key = `${sampleRate} ${toneMs} ${tailMs}`;
  const known = made.get(key);
  if (known) return known;
  const sound = tone(toneMs, { sampleRate, hertz: 500 });
  const whole = new Int16Array(sound.length + Math.round((sampleRate * tailMs) / 1000));
  whole.set(sound);
  made.set(key, whole);
  return whole;
}

/** A synthesizer that says every text as one tone, as long as its words take; it records its requests. */
export class ToneSynthesizer implements TextToSpeech {
  readonly label: string;
  readonly isStandIn = true;
  readonly asked: SpeechRequest[] = [];
  /** Speeches in progress that were not aborted. */
  alive = 0;
  private readonly options: ToneSynthesizerOptions;

  constructor(options: ToneSynthesizerOptions = {}) {
    this.options = options;
    this.label = options.label ?? 'tone';
  }

  async *speak(request: SpeechRequest): AsyncGenerator<Int16Array> {
    const { wordMs = 250, clock, firstAudioMs = 0, tailMs = 0, fails = false } = this.options;
    this.asked.push(request);
    let isAlive = true;
    this.alive += 1;
    const end = () => {
      if (isAlive) this.alive -= 1;
      isAlive = false;
    };
    request.signal.addEventListener('abort', end, { once: true });
    try {
      if (clock && firstAudioMs > 0) await new Promise<void>((resolve) => clock.after(firstAudioMs, resolve));
      if (fails === true) throw new Error('The voice is out of order.');
      const { sampleRate } = request;
      const toneMs = (wordsOf(request.text).length * wordMs) / request.speed;
      const whole = madeTone(sampleRate, toneMs, tailMs);
      const size = sampleRate / 10;
      for (let at = 0; at < whole.length; at += size) {
        if (request.signal.aborted) return;
        if (typeof fails === 'number' && at / size >= fails) throw new Error('The voice broke off.');
        yield whole.subarray(at, at + size);
      }
    } finally {
      end();
    }
  }
}
