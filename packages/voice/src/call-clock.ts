/** Time of a call: one clock that only goes forward, and calls at a later moment of it. */
export interface CallClock {
  /** Milliseconds, from any beginning. */
  now(): number;
  /** Calls once after a wait; the answer takes the call back. */
  after(waitMs: number, act: () => void): () => void;
}

/** The clock of real calls. */
export const realClock: CallClock = {
  now: () => performance.now(),
  after(waitMs, act) {
    const timer = setTimeout(act, Math.max(0, waitMs));
    return () => clearTimeout(timer);
  },
};

/** Gives a promise's value, or throws `error` when it is later than `waitMs`. */
export async function withDeadline<T>(
  clock: CallClock,
  waitMs: number,
  promise: Promise<T>,
  error: () => Error,
): Promise<T> {
  let cancel = () => {};
  const late = new Promise<never>((_, reject) => {
    cancel = clock.after(waitMs, () => reject(error()));
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    cancel();
  }
}
