/** What a recognizer has to know of a call. */
export interface HearingRequest {
  /** Code of `voice/languages.ts`. */
  language: string;
  /** Sample rate of the audio: signed 16-bit, one channel. */
  sampleRate: number;
  mode: 'fast' | 'accurate';
  /** Words that are likely. */
  keywords: readonly string[];
  /**
   * Two people talk to each other: what is heard is only written down, and nobody answers it. Each has a line of their
   * own, opened for the first time at attempt 0.
   */
  aside?: { attempt: number };
  signal: AbortSignal;
}

/** A word in the sound of an utterance; times are milliseconds from its first sample. */
export interface HeardWord {
  text: string;
  startMs: number;
  endMs: number;
}

/** What was understood of an utterance. */
export interface HeardText {
  /** Empty when nothing was understood. */
  text: string;
  /** In order, with their times; absent where the recognizer states none. */
  words?: readonly HeardWord[];
}

/** One utterance of the caller, from the onset of the voice on. */
export interface Utterance {
  push(samples: Int16Array): void;
  /** The caller has finished: resolves with the final words. */
  finish(): Promise<HeardText>;
  cancel(): void;
}

/** Gets the words so far, as a whole each time; `isEnd`: the recognizer itself takes the utterance to be over. */
export type OnInterim = (text: string, isEnd?: boolean) => void;

/** A recognizer in a call. */
export interface HearingLine {
  begin(onInterim: OnInterim): Utterance;
  close(): void;
}

/** A speech recognizer of any provider. */
export interface SpeechToText {
  label: string;
  /** A local program that replaces a vendor without a key. */
  isStandIn: boolean;
  /** How many recognizers stand behind it: opening it again goes on with the next. One when absent. */
  choices?: number;
  open(request: HearingRequest): Promise<HearingLine>;
}
