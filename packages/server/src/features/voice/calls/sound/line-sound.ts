import type { AudioTransport } from '@tendril/voice/audio-transport';
import type { CallParts, CallSession } from '@tendril/voice/call-session';
import type { SessionFacts } from '../media/session-start.ts';

/** The sound of a telephone line, in this process or in the media process. */
export interface LineSound extends Pick<AudioTransport, 'incoming' | 'play' | 'clear' | 'playedMs'> {
  /** Runs the call's session where the sound is, if that is another process. */
  createSession?(parts: CallParts, facts: SessionFacts): CallSession;
  /** The line is over. */
  close(): void;
}
