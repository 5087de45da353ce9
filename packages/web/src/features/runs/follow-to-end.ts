import type { LoggedEvent } from '@tendril/contract/run-event';
import { RequestError } from '../../kit/api/request-error.ts';
import { chatTexts } from '../../kit/texts/en/chat.ts';
import { say } from '../../kit/texts/texts.ts';
import { SilentConnection, untilSilent } from './until-silent.ts';

/** Waits between tries to find a run again; together they outlast the 15 s that a run waits for us. */
const pausesMs = [250, 500, 1000, 2000, 4000, 8000, 8000, 8000];
/** Longer than most steps of a run, shorter than the time a run waits for us. */
const silenceMs = 12_000;

export interface Following {
  open: (signal: AbortSignal) => AsyncIterable<LoggedEvent>;
  /** Left out where a lost connection ends the run. */
  attach?: ((runId: string, after: number, signal: AbortSignal) => AsyncIterable<LoggedEvent>) | undefined;
  signal: AbortSignal;
  /** The run, when it is known before it is opened. */
  runId?: string;
  pause?: (ms: number, signal: AbortSignal) => Promise<void>;
  silenceLimitMs?: number;
}

/**
 * A run's events up to its end, over as many connections as it takes; each event once, unless the run is replayed
 * from its `run-start`. Throws what the server refused with, or a RequestError when the run cannot be found again.
 */
export async function* followToEnd(following: Following): AsyncGenerator<LoggedEvent> {
  const { open, attach, signal, pause = waitFor, silenceLimitMs = silenceMs } = following;
  const limitMs = attach ? silenceLimitMs : Number.POSITIVE_INFINITY;
  const place = { runId: following.runId ?? '', seq: 0 };
  let isAttached = false;
  let tries = 0;
  let connect = open;
  for (;;) {
    let outcome: 'news' | 'nothing' | 'lost' | 'silent' = 'nothing';
    try {
      for await (const event of untilSilent(connect, signal, limitMs)) {
        if (event.runId === place.runId && event.seq <= place.seq) continue;
        Object.assign(place, { runId: event.runId, seq: event.seq });
        tries = 0;
        outcome = 'news';
        yield event;
        if (event.type === 'run-end') return;
      }
    } catch (thrown) {
      if (signal.aborted || !attach || !isConnectionLoss(thrown)) throw thrown;
      outcome = thrown instanceof SilentConnection ? 'silent' : 'lost';
      if (place.runId === '') throw outcome === 'silent' ? lostRun() : thrown;
    }
    if (signal.aborted) return;
    if (!attach || place.runId === '') throw lostRun();
    // A slow step is silent too: only connections that failed are counted.
    if (outcome !== 'silent') {
      const pauseMs = pausesMs[tries++];
      if (pauseMs === undefined) throw lostRun();
      await pause(pauseMs, signal);
    }
    // After a crash the store counts on from what it had kept: only the whole run from its start holds the end.
    if (isAttached && outcome === 'nothing') place.seq = 0;
    isAttached = true;
    connect = (connection) => attach(place.runId, place.seq, connection);
  }
}

function isConnectionLoss(thrown: unknown): boolean {
  if (thrown instanceof SilentConnection) return true;
  return thrown instanceof RequestError && (thrown.status === 0 || thrown.status >= 502);
}

function lostRun(): RequestError {
  return new RequestError(0, 'NETWORK', say(chatTexts, 'lostConnection'));
}

function waitFor(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
