import type { AgreedMedia } from '@tendril/sip/sdp/media-negotiation';
import type { AudioFrame } from '@tendril/voice/audio-format';
import type { AudioTransport } from '@tendril/voice/audio-transport';
import type { LineSound } from './line-sound.ts';

/**
 * The sound of a SIP line, in this process or in the media process. What is agreed on and when it begins the signalling
 * says; two that are connected are in the same process.
 */
export interface SipSound extends LineSound, Pick<AudioTransport, 'quality' | 'earlyMs'> {
  agree(media: AgreedMedia): void;
  /** Silence is sent from here on, a frame every 20 ms: through NAT nothing comes before something went out. */
  startEarly(): void;
  /** Somebody has answered. */
  start(): void;
  press(digits: string): void;
  /** A key of the other side that came in the signalling. */
  hearKey(key: string): void;
  /** Plays words of any length to the other side. */
  say(words: AudioFrame): void;
  /** Lets the other side of another line hear what comes before the answer. */
  playEarlyTo(other: SipSound): void;
  /** From here on the other side talks to that of another line. */
  bridge(other: SipSound): void;
  /** The conversation goes on with the other side of another line; this one’s own is let go. */
  adopt(other: SipSound): void;
}
