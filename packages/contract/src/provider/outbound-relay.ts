import type { StreamRequest } from './outbound-stream.ts';

/** A SOCKS5 proxy on this machine for one driver, which knows its user and password; nobody else does. */
export interface StreamRelay {
  host: string;
  port: number;
  user: string;
  password: string;
  /** Rejects with why the first connection was not allowed, or with the reason of an abort; never settles otherwise. */
  refused: Promise<never>;
  /** Ends it with its connections. */
  close(): void;
}

/**
 * Opens a relay for drivers that find further servers of a database by themselves and dial them: each connection through
 * it is one of `OpenStream`, with its checks and limits.
 */
export type OpenRelay = (request: Omit<StreamRequest, 'host' | 'port'>) => Promise<StreamRelay>;
