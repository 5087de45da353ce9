import type { HearingRequest } from '@tendril/contract/provider/speech-to-text';
import type { LiveSpeechConnection } from '../speech-connection.ts';

/** A word, in seconds of sound since the socket was opened. */
export interface LiveWord {
  text: string;
  startsAt: number;
  endsAt: number;
}

/** A piece of recognized text: final pieces follow each other, an interim one replaces the one before. */
export interface LiveResult {
  text: string;
  isFinal: boolean;
  /** Of a final piece, where the vendor states the times of its words. */
  words?: readonly LiveWord[];
  /** Seconds of sound since the socket was opened. */
  endsAt: number;
  /** The response to "finalize": the utterance is complete. */
  isLast: boolean;
  /** The vendor hears the speaker pause. */
  isPause?: boolean;
}

/** Reads the messages of one socket, which may depend on those before. */
export interface LiveReader {
  /** The vendor was asked for the last words of all sound so far. */
  noteFinalize?(sentSeconds: number): void;
  /** Undefined for a message without text. Throws when the vendor reports that it cannot go on. */
  read(message: string | Uint8Array, sentSeconds: number): LiveResult | undefined;
}

/** How a vendor's socket of speech recognition is spoken to. */
export interface LiveProtocol {
  readonly vendor: string;
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
  /** For vendors that close a silent socket. */
  readonly keepAlive?: { readonly message: string; readonly everyMs: number };
  /** For vendors that refuse shorter pieces of sound: they get them together. */
  readonly leastPieceMs?: number;
  /** Sends results for every sound, also for one without words. Others send at least a greeting. */
  readonly answersEverySound?: boolean;
  /** Whether a message without a result is an answer all the same; any is, where this is absent. */
  isAnswer?(message: string | Uint8Array): boolean;
  /** Answers every "finalize", however long that takes. */
  readonly answersFinalize?: boolean;
  /** Whether a message says that a new socket can be used; others can be used at once. */
  isReady?(message: string | Uint8Array): boolean;
  /** What a new socket is sent first. */
  greet?(): readonly string[];
  /** Asks for the last words at once. */
  readonly finalize: string | (() => string | Uint8Array);
  readonly farewell?: string;
  /** A message with sound: signed 16-bit little-endian samples. */
  toSoundMessage(bytes: Uint8Array): string | Uint8Array;
  openReader(): LiveReader;
}

/** Speaks a vendor's protocol for a call. */
export type OpenProtocol = (
  connection: LiveSpeechConnection,
  request: Omit<HearingRequest, 'signal'>,
) => LiveProtocol;
