import type { AudioFrame } from './audio-format.ts';

/**
 * A line to one caller, whatever carries it: a browser's socket or a telephone carrier's media stream.
 * A call session knows its caller by this alone.
 */
export interface AudioTransport {
  /** The caller's audio, in order, until the line is closed. */
  incoming: AsyncIterable<AudioFrame>;
  /** Queues audio for the caller. */
  play(frame: AudioFrame): void;
  /** Drops everything queued that has not been heard: the caller has broken in. */
  clear(): void;
  /** Milliseconds of queued audio that the caller has heard since the line opened. */
  playedMs(): number;
  /** Hangs up. */
  close(): Promise<void>;
}
