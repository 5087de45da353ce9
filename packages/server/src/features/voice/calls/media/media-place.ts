import type { ServerSocket } from '../../../../platform/http/web-sockets.ts';
import type { LinkMessage } from './call-link.ts';
import type { CallerRequest, GivenLine, RtpRequest } from './media-message.ts';

/** The place of one call in the media process, as the server's end of it uses it. */
export interface MediaPlace {
  /** The call's number there. */
  readonly call: number;
  post(message: LinkMessage): void;
  /** Gives the connection of a line away; `read` is what this process has read of it. */
  give(socket: ServerSocket, line: GivenLine, read?: Uint8Array): void;
  /** Makes a line of packets there. */
  openRtp(request: RtpRequest): void;
  /** Makes a caller there, and its line. */
  openCaller(request: CallerRequest): void;
  /** Counts frames that were not sent in time. */
  onLate(frames: number): void;
}

/** The server's end of a call that is in the media process. */
export interface FarCall {
  take(message: LinkMessage): void;
  /** The media process has nothing of this call any more. */
  lose(): void;
}
