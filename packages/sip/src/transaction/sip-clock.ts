/** The clock of timers: monotonic milliseconds. */
export interface SipClock {
  now(): number;
  /** Calls back once after a delay; returns the function that cancels it. */
  after(waitMs: number, act: () => void): () => void;
}

/** Round trip that is assumed: all timers of the standard are multiples of it. */
export const t1Ms = 500;
/** A request other than INVITE, or a response to INVITE, is repeated no more seldom than this. */
export const t2Ms = 4000;
/** How long a message may still be on its way. */
export const t4Ms = 5000;
/** Requests that are not answered by then are given up. */
export const giveUpMs = 64 * t1Ms;
