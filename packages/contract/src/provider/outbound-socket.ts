/** Options for opening a socket. */
export interface SocketRequest {
  headers?: Readonly<Record<string, string>>;
  protocols?: readonly string[];
  /** Longest wait until it is open; 10 s when absent. */
  connectMs?: number;
  /** Largest accepted message in bytes; 1 MB when absent. A larger one closes the socket with 4009. */
  maxMessageBytes?: number;
  /** Aborts connecting, and closes the socket later on. */
  signal?: AbortSignal;
}

/** Why a socket is closed: 1006 when the connection was lost. Codes of ours are 1000 and those from 3000 on. */
export interface SocketEnd {
  code: number;
  reason: string;
}

/** An open WebSocket to an external server. */
export interface OutboundSocket {
  /** Messages in order until it is closed: text as text, bytes as bytes. For a single reader. */
  readonly messages: AsyncIterable<string | Uint8Array>;
  /** Settles when it is closed; never rejects. */
  readonly closed: Promise<SocketEnd>;
  /** Bytes that wait to be sent. */
  readonly bufferedBytes: number;
  /** Does nothing once it is closed. */
  send(message: string | Uint8Array): void;
  close(code?: number, reason?: string): void;
}

/**
 * Opens a `ws` or `wss` address over checked connections; redirects are not followed. Throws EGRESS_DENIED for what the
 * policy blocks, and PROVIDER_UNAVAILABLE when there is no WebSocket server.
 */
export type OpenSocket = (url: string | URL, request?: SocketRequest) => Promise<OutboundSocket>;
