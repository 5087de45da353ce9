import { setTimeout as delay } from 'node:timers/promises';
import type { ControlBus } from '../../bus/control-bus.ts';
import type { Egress } from '../egress.ts';
import { isBulk } from './bulk-work.ts';
import { keyOfRequest } from './key-of-request.ts';
import { readAllowance } from './read-allowance.ts';
import { createVendorKeys, type VendorKeys } from './vendor-keys.ts';

/** A person who waits for an answer learns of a longer pause at once. */
const longestLiveMs = 3000;
/** Bulk work ends with the vendor's refusal after that, and is tried again as jobs are. */
const longestBulkMs = 120_000;

export interface PacedEgress extends Egress {
  /** Learns from now on what other processes learn of keys; a command has no need for it. */
  listenToOthers(): void;
}

/**
 * The same egress client, which respects what vendors say of their keys: nothing is sent with a key that is refused, in
 * any process, and bulk work leaves a part of what is allowed to those who wait.
 */
export function pacedEgress(egress: Egress, bus: Pick<ControlBus, 'publish' | 'subscribe'>): PacedEgress {
  const keys = createVendorKeys({
    onPause: (id, pauseMs) => bus.publish({ kind: 'vendor-pause', id, pauseMs: Math.ceil(pauseMs) }),
  });
  let close: (() => void) | undefined;
  return {
    ...egress,
    of(workspaceId) {
      const own = egress.of(workspaceId);
      return { ...own, fetch: pacedFetch(own.fetch, keys) };
    },
    listenToOthers() {
      close ??= bus.subscribe('vendor-pause', ({ id, pauseMs }) => keys.pause(id, pauseMs));
    },
    async close() {
      close?.();
      await egress.close();
    },
  };
}

function pacedFetch(fetch: Egress['fetch'], keys: VendorKeys): Egress['fetch'] {
  return async (input, init, options) => {
    const key = keyOfRequest(input, init);
    if (key === undefined) return fetch(input, init, options);
    const asBulk = isBulk();
    const signal = init?.signal ?? (input instanceof Request ? input.signal : undefined);
    const turn = await waitFor(keys, key, asBulk, signal ?? undefined);
    if ('refusedForMs' in turn) return refusal(turn.refusedForMs);
    let allowance: ReturnType<typeof readAllowance>;
    try {
      const response = await fetch(input, init, options);
      allowance = readAllowance(response);
      return response;
    } finally {
      turn.answered(allowance);
    }
  };
}

type Answered = ReturnType<VendorKeys['send']>;

/** Counts a request once it may be sent; or how long the vendor refuses it, where that is too long to wait for. */
async function waitFor(
  keys: VendorKeys,
  key: string,
  asBulk: boolean,
  signal: AbortSignal | undefined,
): Promise<{ answered: Answered } | { refusedForMs: number }> {
  let leftMs = asBulk ? longestBulkMs : longestLiveMs;
  for (let ms = keys.waitMs(key, asBulk); ms > 0; ms = keys.waitMs(key, asBulk)) {
    if (ms > leftMs) return { refusedForMs: ms };
    leftMs -= ms;
    await delay(ms, undefined, { ...(signal && { signal }), ref: false }).catch(() =>
      signal?.throwIfAborted(),
    );
  }
  // In the same step as the look: the next one to look sees this one.
  return { answered: keys.send(key, asBulk) };
}

/** The vendor's refusal, as it would say it again. */

function refusal(waitMs: number): Response {
  const message = 'This key is being rate-limited.';
  return new Response(JSON.stringify({ error: { message, type: 'rate_limit_error' } }), {
    status: 429,
    headers: { 'content-type': 'application/json', 'retry-after': String(Math.ceil(waitMs / 1000)) },
  });
}
