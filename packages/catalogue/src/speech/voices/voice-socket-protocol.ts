import type { AppError } from '@tendril/contract/app-error';
import type { SpeechRequest, SpokenWord } from '@tendril/contract/provider/text-to-speech';

/** What a message of a vendor's socket brings for one sentence. */
export interface SpokenPart {
  /** The id under which the sentence was requested; absent where the vendor does not say it. */
  sentenceId?: string;
  bytes?: Uint8Array;
  words?: readonly SpokenWord[];
  isLast?: boolean;
  error?: AppError;
}

/** How a vendor's socket of speech synthesis is spoken to. */
export interface VoiceSocketProtocol {
  readonly vendor: string;
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The rate of the sound that comes for a wanted one. */
  rateFor(wanted: number): number;
  /** The messages that request a sentence. */
  request(sentenceId: string, request: SpeechRequest, sampleRate: number): readonly string[];
  /** The message that stops a sentence; where there is none, the socket is closed. */
  cancel?(sentenceId: string): string;
  /** Undefined for a message that brings nothing. */
  read(message: string | Uint8Array): SpokenPart | undefined;
}
