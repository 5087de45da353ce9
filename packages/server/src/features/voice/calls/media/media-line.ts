import type { CallEvent, DisconnectionReason } from '@tendril/contract/call-event';
import type { AudioTransport } from '@tendril/voice/audio-transport';
import type { CallClock } from '@tendril/voice/call-clock';
import type { ServerSocket } from '../../../../platform/http/web-sockets.ts';
import type { RtpSound } from '../sound/rtp-sound.ts';
import type { CallLink, LinkHandlers } from './call-link.ts';

/** What a line of the media process does with its call. */
export interface MediaLineParts {
  readonly link: CallLink;
  press(digit: string): void;
  hangUp(reason: DisconnectionReason): void;
  /** Nobody is connected any more. */
  onClosed(): void;
}

/** A line of the media process: its sound, and what the server does with it. */
export interface MediaLine {
  readonly transport?: AudioTransport | undefined;
  /** Of a line of packets. */
  readonly sound?: RtpSound;
  /** The call's clock; the usual one when absent. */
  readonly clock?: CallClock;
  /** Learns what happens in the call at once. */
  observe?(event: CallEvent): void;
  readonly handlers: LinkHandlers;
  readonly isConnected: boolean;
  /** Closes it. */
  end(): void;
  /** Its page is back, on another socket. */
  resume?(socket: ServerSocket): void;
}

export type OpenMediaLine = (parts: MediaLineParts) => MediaLine;
