/** How a word is pronounced, for vendors that take it. */
export interface Pronunciation {
  word: string;
  /** In the International Phonetic Alphabet. */
  ipa: string;
}

export const voiceEmotions = [
  'calm',
  'sympathetic',
  'happy',
  'sad',
  'angry',
  'fearful',
  'surprised',
] as const;
export type VoiceEmotion = (typeof voiceEmotions)[number];

/** A word in the sound of a sentence; times are milliseconds from its first sample. */
export interface SpokenWord {
  text: string;
  startMs: number;
  endMs: number;
}

/** One sentence to be spoken. */
export interface SpeechRequest {
  text: string;
  /** 0.5 to 2. */
  speed: number;
  /** 0 to 2: the more, the livelier. The vendor's own when absent. */
  temperature?: number | undefined;
  emotion?: VoiceEmotion | undefined;
  pronunciations?: readonly Pronunciation[] | undefined;
  /** Code of `voice/languages.ts`. */
  language: string;
  /** Wanted sample rate: signed 16-bit, one channel. */
  sampleRate: number;
  /** Gets the words in order as soon as the vendor knows their times; not every vendor does. */
  onWords?: ((words: readonly SpokenWord[]) => void) | undefined;
  signal: AbortSignal;
}

/** A voice of any provider. */
export interface TextToSpeech {
  label: string;
  /** A local program that replaces a vendor without a key. */
  isStandIn: boolean;
  /** Chunks of audio in order, as they are generated. Aborting ends it down to the vendor's socket. */
  speak(request: SpeechRequest): AsyncIterable<Int16Array>;
  /** The call is over: what was kept open for its next sentence is closed. */
  close?(): void;
}
