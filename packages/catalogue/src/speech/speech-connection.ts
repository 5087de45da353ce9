import type { FetchFunction } from '@tendril/contract/node/run-context';
import type { OpenSocket } from '@tendril/contract/provider/outbound-socket';

/** Address and key of a speech vendor. */
export interface SpeechConnection {
  key: string;
  /** With the version, without a trailing slash. */
  baseUrl: string;
  /** For vendors that require a user id beside the key. */
  userId?: string;
  fetch: FetchFunction;
}

/** A connection that can also be kept open. */
export interface LiveSpeechConnection extends SpeechConnection {
  openSocket: OpenSocket;
}
