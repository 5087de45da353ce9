/** One sentence to be spoken. */
export interface SpeechRequest {
  text: string;
  /** 0.5 to 2. */
  speed: number;
  /** Code of `voice/languages.ts`. */
  language: string;
  /** Wanted sample rate: signed 16-bit, one channel. */
  sampleRate: number;
  signal: AbortSignal;
}

/** A voice of any provider. */
export interface TextToSpeech {
  label: string;
  /** A local program that replaces a vendor without a key. */
  isStandIn: boolean;
  /** Chunks of audio in order, as they are generated. Aborting ends it down to the vendor's socket. */
  speak(request: SpeechRequest): AsyncIterable<Int16Array>;
}
