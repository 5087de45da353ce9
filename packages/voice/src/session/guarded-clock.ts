import type { CallClock } from '../call-clock.ts';

const bases = new WeakMap<CallClock, CallClock>();

/** The clock of one call, on that of all calls: what a timer of it throws is this call's fault, and nobody else's. */
export function guardedClock(clock: CallClock, onFault: (error: unknown) => void): CallClock {
  const guarded: CallClock = {
    now: () => clock.now(),
    after: (waitMs, act) =>
      clock.after(waitMs, () => {
        try {
          act();
        } catch (error) {
          onFault(error);
        }
      }),
  };
  bases.set(guarded, baseOf(clock));
  return guarded;
}

/** The clock that a call shares with others. */
export function baseOf(clock: CallClock): CallClock {
  return bases.get(clock) ?? clock;
}
