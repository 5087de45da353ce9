/** A call's clock: monotonic, with timers. */
export interface CallClock {
  /** Milliseconds from an arbitrary origin. */
  now(): number;
  /** Calls back once after a delay; returns the function that cancels it. */
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

/** Returns a promise's value, or throws `error` when it takes longer than `waitMs`. */
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
