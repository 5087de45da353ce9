import type { FetchFunction } from '@tendril/contract/node/run-context';
import type { OpenSocket } from '@tendril/contract/provider/outbound-socket';

/** Where and how a speech vendor is reached. */
export interface SpeechConnection {
  key: string;
  /** With the version, without a slash at its end. */
  baseUrl: string;
  /** Of vendors that ask for a name beside the key. */
  userId?: string;
  fetch: FetchFunction;
}

/** A connection that can also be kept open. */
export interface LiveSpeechConnection extends SpeechConnection {
  openSocket: OpenSocket;
}
