/** What a recogniser has to know of a call. */
export interface HearingRequest {
  /** Code of `voice/languages.ts`. */
  language: string;
  /** Sample rate of the audio: signed 16-bit, one channel. */
  sampleRate: number;
  mode: 'fast' | 'accurate';
  /** Words that are likely. */
  keywords: readonly string[];
  signal: AbortSignal;
}

/** One utterance of the caller, from the onset of the voice on. */
export interface Utterance {
  push(samples: Int16Array): void;
  /** The caller has finished: resolves with the final words, empty when nothing was understood. */
  finish(): Promise<string>;
  cancel(): void;
}

/** Gets the words so far, as a whole each time; `isEnd`: the recogniser itself takes the utterance to be over. */
export type OnInterim = (text: string, isEnd?: boolean) => void;

/** A recogniser in a call. */
export interface HearingLine {
  begin(onInterim: OnInterim): Utterance;
  close(): void;
}

/** A speech recogniser of any provider. */
export interface SpeechToText {
  label: string;
  /** A local program that replaces a vendor without a key. */
  isStandIn: boolean;
  /** How many recognizers stand behind it: opening it again goes on with the next. One when absent. */
  choices?: number;
  open(request: HearingRequest): Promise<HearingLine>;
}
