/** How a call ended, or why it never began. */
export type CallEnd =
  /** One of both has hung up. */
  | { cause: 'hung-up'; by: 'us' | 'them' }
  /** The other side has refused it by a status. */
  | { cause: 'refused'; status: number }
  /** It has rung for as long as it may. */
  | { cause: 'not-answered' }
  /** The caller has given up before it was answered. */
  | { cause: 'cancelled' }
  /** Nobody is there: no response, no connection, no ACK, no refresh of the session. */
  | { cause: 'lost' }
  /** The other side speaks with somebody else now. */
  | { cause: 'transferred' };
