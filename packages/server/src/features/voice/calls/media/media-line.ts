import type { DisconnectionReason } from '@tendril/contract/call-event';
import type { AudioTransport } from '@tendril/voice/audio-transport';
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
  readonly handlers: LinkHandlers;
  readonly isConnected: boolean;
  /** Closes it. */
  end(): void;
  /** Its page is back, on another socket. */
  resume?(socket: ServerSocket): void;
}

export type OpenMediaLine = (parts: MediaLineParts) => MediaLine;
