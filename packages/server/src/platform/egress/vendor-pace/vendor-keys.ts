import type { Allowance } from './read-allowance.ts';
import { unnamedPauseMs } from './read-allowance.ts';

interface VendorKeysParts {
  now?: () => number;
  /** Tells the other processes that a vendor refuses a key, for so long. */
  onPause?(key: string, pauseMs: number): void;
}

/** How requests with the keys of vendors are paced, so that none is refused for what another has used up. */
export interface VendorKeys {
  /** Whether anything is known of a key: nothing has to be waited for before. */
  readonly isEmpty: boolean;
  /**
   * How long a request has to wait, with how to be counted once it is sent: 0 is now. Bulk work leaves a part of what is
   * allowed to those who wait for an answer.
   */
  waitMs(key: string, isBulk: boolean): number;
  /** Counts a request out; returns what is to be called with what its answer says. */
  send(key: string, isBulk: boolean): (allowance: Allowance | undefined) => void;
  /** What another process has learnt. */
  pause(key: string, pauseMs: number): void;
}

const mostKeys = 5000;
/** Of what a vendor allows: what is left to those who wait for an answer. */
const keptForLive = 0.2;
/** How long bulk work looks away while too much of its own is under way. */
const turnMs = 50;
const longestPauseMs = 120_000;

interface KeyState {
  pausedUntil: number;
  /** The vendor's last word on what is left. */
  left: { share: number; requests: number; until: number } | undefined;
  /** Requests that are not answered: whether the vendor's last word has counted them is not known. */
  underWay: number;
  bulkUnderWay: number;
  /** Bulk requests at a time; fewer after each refusal, and more again with each answer. */
  bulkMost: number;
  refusals: number;
}

/** The state of vendors' keys as far as this process knows it. */
export function createVendorKeys({
  now = () => performance.now(),
  onPause,
}: VendorKeysParts = {}): VendorKeys {
  const keys = new Map<string, KeyState>();

  function stateOf(key: string): KeyState {
    const known = keys.get(key);
    if (known) return known;
    if (keys.size >= mostKeys)
      for (const oldest of [...keys.keys()].slice(0, mostKeys / 10)) keys.delete(oldest);
    const state: KeyState = {
      ...{ pausedUntil: 0, left: undefined, underWay: 0, refusals: 0 },
      ...{ bulkUnderWay: 0, bulkMost: Number.POSITIVE_INFINITY },
    };
    keys.set(key, state);
    return state;
  }

  function pause(state: KeyState, pauseMs: number): void {
    state.pausedUntil = Math.max(state.pausedUntil, now() + Math.min(pauseMs, longestPauseMs));
  }

  function refuse(key: string, state: KeyState, pauseMs: number): void {
    state.refusals += 1;
    // A vendor that names no time is asked ever less often.
    const ms = pauseMs === unnamedPauseMs ? pauseMs * 2 ** Math.min(6, state.refusals - 1) : pauseMs;
    pause(state, ms);
    state.bulkMost = Math.max(1, Math.floor(Math.min(state.bulkMost, state.bulkUnderWay + 1) / 2));
    onPause?.(key, Math.min(ms, longestPauseMs));
  }

  return {
    get isEmpty() {
      return keys.size === 0;
    },

    waitMs(key, isBulk) {
      const state = keys.get(key);
      if (!state) return 0;
      const at = now();
      if (state.pausedUntil > at) return state.pausedUntil - at;
      if (!isBulk) return 0;
      const { left } = state;
      if (left && left.until > at && isKeptForLive(left, state.underWay)) return left.until - at;
      // In a new window there is all of it again, until the vendor says otherwise: not for everybody who has waited.
      if (left && left.until <= at && isKeptForLive(renewed(left), state.underWay)) return turnMs;
      return state.bulkUnderWay >= state.bulkMost ? turnMs : 0;
    },

    send(key, isBulk) {
      const state = stateOf(key);
      state.underWay += 1;
      if (isBulk) state.bulkUnderWay += 1;
      return (allowance) => {
        state.underWay -= 1;
        if (isBulk) state.bulkUnderWay -= 1;
        if (allowance?.pauseMs !== undefined) return refuse(key, state, allowance.pauseMs);
        state.refusals = 0;
        if (isBulk) state.bulkMost = state.bulkMost > 64 ? Number.POSITIVE_INFINITY : state.bulkMost + 0.5;
        if (!allowance?.left) return;
        const { share, requests, resetMs } = allowance.left;
        const at = now();
        // Answers overtake each other: until the window ends, the least is right.
        if (!state.left || state.left.until <= at || share < state.left.share)
          state.left = { share, requests, until: at + resetMs };
      };
    },

    pause: (key, pauseMs) => pause(stateOf(key), pauseMs),
  };
}

function renewed({ share, requests }: { share: number; requests: number }) {
  return { share: 1, requests: share > 0 ? requests / share : 1 };
}

/** Whether a vendor's last word leaves only what is kept for those who wait. */
function isKeptForLive({ share, requests }: { share: number; requests: number }, underWay: number): boolean {
  if (share <= keptForLive) return true;
  if (!Number.isFinite(requests)) return false;
  const limit = requests / share;
  return requests - underWay <= limit * keptForLive;
}
