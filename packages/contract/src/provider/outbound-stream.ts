/** Options for a raw connection to a database. */
export interface StreamRequest {
  host: string;
  port: number;
  /** Values that will be sent over it: each has to be stored for this host. */
  secrets: readonly string[];
  /** Encrypted from its first byte, by the certificate of the host; absent for drivers that encrypt later by themselves. */
  isEncrypted?: boolean;
  /** Longest wait until it is open; 10 s when absent. */
  connectMs?: number;
  /** Most bytes that may come over it; 64 MB when absent. More than that closes it. */
  maxBytes?: number;
  /** Closes it when nothing was sent or received for so long; 2 minutes when absent. */
  silenceMs?: number;
  /** Aborts connecting, and closes it later on. */
  signal?: AbortSignal;
}

/** An open connection. On the server it is a socket of Node's, which is what drivers take. */
interface OutboundStream {
  on(event: string, listener: (...given: never[]) => void): unknown;
  write(bytes: string | Uint8Array): boolean;
  end(): unknown;
  destroy(error?: Error): unknown;
}

/**
 * Opens a connection to a checked address, for the driver of a database: drivers make none of their own. Encryption that
 * begins in the middle is the driver's, by the name of the host. Throws EGRESS_DENIED for what the policy blocks, CREDENTIAL_HOST for a secret
 * of another host, and PROVIDER_UNAVAILABLE when nobody answers.
 */
export type OpenStream = (request: StreamRequest) => Promise<OutboundStream>;
