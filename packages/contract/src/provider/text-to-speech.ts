/** One sentence to be spoken. */
export interface SpeechRequest {
  text: string;
  /** 0.5 to 2. */
  speed: number;
  /** Code of `voice/languages.ts`. */
  language: string;
  /** Samples a second wanted: signed 16-bit, one channel. */
  sampleRate: number;
  signal: AbortSignal;
}

/** One voice, whoever speaks it. */
export interface TextToSpeech {
  label: string;
  /** A local part that takes the place of a vendor without a key. */
  isStandIn: boolean;
  /** Pieces of audio in order, as they are made. Aborting ends it down to the vendor's socket. */
  speak(request: SpeechRequest): AsyncIterable<Int16Array>;
}
