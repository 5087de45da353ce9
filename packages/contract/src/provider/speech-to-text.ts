/** What a recogniser has to know of a call. */
export interface HearingRequest {
  /** Code of `voice/languages.ts`. */
  language: string;
  /** Samples a second of the audio that will come: signed 16-bit, one channel. */
  sampleRate: number;
  mode: 'fast' | 'accurate';
  /** Words that are likely. */
  keywords: readonly string[];
  signal: AbortSignal;
}

/** One thing the caller says, from the onset of the voice on. */
export interface Utterance {
  push(samples: Int16Array): void;
  /** The caller has finished: answers the final words, empty when nothing was understood. */
  finish(): Promise<string>;
  cancel(): void;
}

/** A recogniser in a call. */
export interface HearingLine {
  /** `onInterim` gets the words so far, whole each time. */
  begin(onInterim: (text: string) => void): Utterance;
  close(): void;
}

/** A recogniser, whoever it is. */
export interface SpeechToText {
  label: string;
  /** A local part that takes the place of a vendor without a key. */
  isStandIn: boolean;
  open(request: HearingRequest): Promise<HearingLine>;
}
