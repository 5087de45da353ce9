import type { AudioFormat, AudioFrame } from './audio-format.ts';

/** Where a carrier is to connect the caller. */
export interface TransferTarget {
  number: string;
  kind: 'cold' | 'warm';
  displayedNumber: 'agent' | 'transferee';
}

/** From here on the line carries nothing from the caller, until the next frame: muted, or it keeps silence to itself. */
export interface LinePause {
  isPaused: true;
}

/**
 * A line to one caller, whatever carries it: a browser's socket or a telephone carrier's media stream.
 * A call session knows its caller by this alone.
 */
export interface AudioTransport {
  /** What the line carries; 16,000 samples a second when it does not say. */
  format?: AudioFormat;
  /** The caller's audio, in order, until the line is closed. */
  incoming: AsyncIterable<AudioFrame | LinePause>;
  /** Queues audio for the caller. */
  play(frame: AudioFrame): void;
  /** Drops everything queued that has not been heard: the caller has broken in. */
  clear(): void;
  /** Milliseconds of queued audio that the caller has heard since the line opened. */
  playedMs(): number;
  /** Connects the caller to somebody else; throws when it cannot be done. Absent: nothing carries a call there. */
  transfer?(target: TransferTarget): Promise<void>;
  /** Presses keys for the agent; absent: their tones are played on the line. */
  press?(digits: string): void;
  /** Hangs up. */
  close(): Promise<void>;
}
