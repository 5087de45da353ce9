import type {
  HeardWord,
  HearingLine,
  HearingRequest,
  SpeechToText,
  Utterance,
} from '@tendril/contract/provider/speech-to-text';
import type { CallClock } from '../call-clock.ts';
import { wordsOf } from '../turns/phrases.ts';

export interface ScriptedRecognizerOptions {
  clock?: CallClock;
  /** Time from the end of an utterance to its words. */
  finalMs?: number;
  /** Adds an interim word for each so many ms of audio; absent: no interim results. */
  interimWordMs?: number;
  /** States these times for the words of an utterance. */
  wordTimes?: (words: readonly string[]) => HeardWord[];
  /** How often opening the line fails. */
  failsToOpen?: number;
  /** For how many utterances the final words are refused. */
  failsToFinish?: number;
}

/** A recognizer that hears, one utterance after the other, what its script says. */
export class ScriptedRecognizer implements SpeechToText {
  readonly label = 'script';
  readonly isStandIn = true;
  /** Samples that each utterance received. */
  readonly lengths: number[] = [];
  readonly requests: HearingRequest[] = [];
  private failedOpens = 0;
  private failedFinals = 0;
  private next = 0;
  private readonly script: readonly string[];
  private readonly options: ScriptedRecognizerOptions;

  constructor(script: readonly string[], options: ScriptedRecognizerOptions = {}) {
    this.script = script;
    this.options = options;
  }

  async open(request: HearingRequest): Promise<HearingLine> {
    this.requests.push(request);
    if (this.failedOpens < (this.options.failsToOpen ?? 0)) {
      this.failedOpens += 1;
      throw new Error('The recognizer does not answer.');
    }
    return { begin: (onInterim) => this.begin(request.sampleRate, onInterim), close: () => {} };
  }

  private begin(sampleRate: number, onInterim: (text: string) => void): Utterance {
    const index = this.next;
    const text = this.script[index] ?? '';
    const words = wordsOf(text);
    let samples = 0;
    let said = 0;
    return {
      push: (piece) => {
        samples += piece.length;
        const { interimWordMs } = this.options;
        if (interimWordMs === undefined) return;
        const heard = Math.min(words.length, Math.floor((samples / sampleRate) * (1000 / interimWordMs)));
        if (heard > said) onInterim(words.slice(0, heard).join(' '));
        said = Math.max(said, heard);
      },
      finish: async () => {
        await this.wait();
        if (this.failedFinals < (this.options.failsToFinish ?? 0)) {
          this.failedFinals += 1;
          throw new Error('The recognizer hung up.');
        }
        this.next = index + 1;
        this.lengths[index] = samples;
        const { wordTimes } = this.options;
        return { text, ...(wordTimes && { words: wordTimes(words) }) };
      },
      cancel: () => {},
    };
  }

  private async wait(): Promise<void> {
    const { clock, finalMs = 0 } = this.options;
    if (clock && finalMs > 0) await new Promise<void>((resolve) => clock.after(finalMs, resolve));
  }
}
