import type { UsageCounters } from './usage-counters.ts';

const mostKeys = 50_000;
/** Of what is left of a window, how much a process takes at a time. */
const leasedPart = 0.1;

export interface WindowLimitParts {
  counters: UsageCounters;
  /** Of what is limited; keys of other limits are others. */
  name: string;
  limit: number;
  windowMs: number;
}

/** What a use comes to. */
export interface Taken {
  isAllowed: boolean;
  /** Uses known of, by whomever. */
  used: number;
  leftMs: number;
}

/** How often something may happen per key within a window, in all processes together. */
export interface WindowLimit {
  take(key: string): Promise<Taken>;
  /** Takes one use back: a correct password does not count as an attempt. */
  giveBack(key: string): Promise<void>;
  clear(key: string): Promise<void>;
  /** The most that one key has used in the window that is open. */
  highest(): number;
}

interface Lease {
  /** How many uses are left of what this process has taken. */
  left: number;
  /** What all have taken, as far as is known. */
  count: number;
  endsAt: number;
  asking?: Promise<void>;
}

/**
 * Shared counters are asked for a tenth of what is left of a window at a time, so that most uses ask nobody and the
 * limit is never passed; what a process has taken and not used is missing elsewhere, a tenth at most. With `isExact`,
 * each use is counted for itself.
 */
export function createWindowLimit(
  { counters, name, limit, windowMs }: WindowLimitParts,
  isExact = false,
): WindowLimit {
  const leases = new Map<string, Lease>();
  const keyOf = (key: string) => `${name}/${windowMs}/${limit}/${key}`;

  function leaseOf(key: string): Lease {
    const now = performance.now();
    const present = leases.get(key);
    if (present && (present.asking || present.endsAt > now)) return present;
    if (leases.size >= mostKeys) forgetOld(leases, now);
    const lease: Lease = { left: 0, count: 0, endsAt: now + windowMs };
    leases.set(key, lease);
    return lease;
  }

  async function extend(key: string, lease: Lease): Promise<void> {
    const isAlone = isExact || !counters.isShared;
    const amount = isAlone ? 1 : Math.max(1, Math.floor((limit - lease.count) * leasedPart));
    const { count, leftMs } = await counters.add(keyOf(key), amount, windowMs);
    lease.left += Math.max(0, Math.min(amount, limit - (count - amount)));
    lease.count = count;
    lease.endsAt = performance.now() + leftMs;
  }

  async function take(key: string): Promise<Taken> {
    const lease = leaseOf(key);
    const isKnownFull = !isExact && counters.isShared && lease.count >= limit;
    if (lease.left === 0 && !isKnownFull) {
      if (lease.asking) {
        await lease.asking;
        return take(key);
      }
      const asking = extend(key, lease).finally(() => delete lease.asking);
      lease.asking = asking;
      await asking;
    }
    const isAllowed = lease.left > 0;
    if (isAllowed) lease.left -= 1;
    const leftMs = Math.max(1, lease.endsAt - performance.now());
    return { isAllowed, used: Math.min(limit, lease.count - lease.left), leftMs };
  }

  return {
    take,
    async giveBack(key) {
      const lease = leases.get(key);
      if (lease) lease.count = Math.max(0, lease.count - 1);
      await counters.subtract(keyOf(key), 1);
    },
    async clear(key) {
      leases.delete(key);
      await counters.clear(keyOf(key));
    },
    highest() {
      const now = performance.now();
      let most = 0;
      for (const { count, left, endsAt } of leases.values())
        if (endsAt > now) most = Math.max(most, Math.min(count - left, limit));
      return most;
    },
  };
}

function forgetOld(leases: Map<string, Lease>, now: number): void {
  for (const [key, { endsAt }] of leases) if (endsAt <= now) leases.delete(key);
  // Nothing has expired: this is a flood of keys, so the oldest are dropped.
  for (const key of leases.keys()) {
    if (leases.size < mostKeys) return;
    leases.delete(key);
  }
}
