import type { LineQuality } from '@tendril/contract/call-event';
import type { AudioFormat, AudioFrame } from './audio-format.ts';

/** Where a carrier shall connect the caller. */
export interface TransferTarget {
  number: string;
  kind: 'cold' | 'warm';
  displayedNumber: 'agent' | 'transferee';
  /** How long it may ring there; the line's own time when absent. */
  ringMs?: number;
  /** What the person called hears first in a warm transfer; with its sound where the line plays that. */
  handoff?: { text: string; language: string; sound?: AudioFrame };
}

/** From here on the line carries nothing from the caller, until the next frame: it is muted, or suppresses silence. */
export interface LinePause {
  isPaused: true;
}

/** Two people who talk to each other over lines of ours, the caller and somebody else, since they were put through. */
export interface ConnectedLine {
  /** What the other one says from the beginning of their conversation on; the caller's line goes on as it was. */
  incoming: AudioTransport['incoming'];
  /** Ends it for both. */
  hangUp(): void;
}

/**
 * A line to one caller, whatever carries it: a browser's socket or a telephone carrier's media stream. This is all that
 * a call session knows of its caller.
 */
export interface AudioTransport {
  /** The line's sample rate; 16,000 when absent. */
  format?: AudioFormat;
  /** The caller's audio, in order, until the line is closed. */
  incoming: AsyncIterable<AudioFrame | LinePause>;
  /** Queues audio for the caller. */
  play(frame: AudioFrame): void;
  /** Drops queued audio that has not been played: the caller has interrupted. */
  clear(): void;
  /** Milliseconds of queued audio played since the line opened. */
  playedMs(): number;
  /**
   * Connects the caller to somebody else; throws when that fails. Returns what both say where the line still carries it.
   * Absent: the line cannot transfer calls.
   */
  transfer?(target: TransferTarget): Promise<ConnectedLine | undefined>;
  /** While somebody is called in a cold transfer the caller hears what is played here, and no ringing of the network. */
  readonly needsRinging?: boolean;
  /** It plays our own sound to the person called; absent: only the carrier can speak there. */
  readonly playsHandoff?: boolean;
  /** Presses keys for the agent; absent: their tones are played on the line. */
  press?(digits: string): void;
  /** How our sound comes through there, where the other side says so. */
  quality?(): LineQuality | undefined;
  /** How many ms of sound came before the answer, which no agent hears: ringing, or an announcement of the network. */
  earlyMs?(): number;
  /** Hangs up. */
  close(): Promise<void>;
}
