import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import type { LoggedEvent, RunEvent } from '@tendril/contract/run-event';
import type { RunOutcome } from '@tendril/engine/run-request';
import type { Scope } from '../../../platform/db/scope.ts';
import type { EventEntry } from '../../../platform/events/events.ts';
import { toAppError } from '../../../platform/http/errors.ts';
import { createEntry } from './event-entry.ts';
import type { LiveRun } from './live-run.ts';
import type { FollowedRun, runOwners } from './run-owners.ts';

/** How a run ended, and the text of its answer. */
export interface FinishedRun {
  readonly outcome: RunOutcome;
  readonly text: string;
}

interface RelayParts extends Pick<ReturnType<typeof runOwners>, 'follow'> {
  replay(scope: Scope, id: string, after: number): Promise<LoggedEvent[]>;
}

type RunEnd = Extract<RunEvent, { type: 'run-end' }>;

/** Clients that wait for an answer have gone by then. */
const longestAwayMs = 120_000;
const pauseMs = 500;

const cutOff = { code: 'SERVER_DRAINING', message: 'The server stopped while this was being answered.' };

/** Follows runs that were handed over, for those who still wait for them here. */
export function runRelays({ follow, replay }: RelayParts) {
  const ends = new WeakMap<LiveRun, Promise<FinishedRun>>();
  const open = new Set<Promise<unknown>>();
  const closed = new AbortController();

  /** Follows it, also when the database is away for a while. */
  async function followOn(run: LiveRun, to: Omit<FollowedRun, 'after' | 'signal'>): Promise<void> {
    const { signal } = closed;
    const startedAt = performance.now();
    for (;;)
      try {
        return await follow(run.turn, run.id, { ...to, after: run.seq, signal });
      } catch (error) {
        const isOver = performance.now() - startedAt > longestAwayMs || signal.aborted;
        if (isOver || toAppError(error).code !== 'UNAVAILABLE') throw error;
        await wait(pauseMs, undefined, { signal, ref: false }).catch(() => undefined);
      }
  }

  async function relay(run: LiveRun): Promise<FinishedRun> {
    let text = '';
    let action: RunOutcome['action'];
    let end: RunEnd | undefined;
    const takeEntry = (entry: EventEntry): void => {
      const { event } = entry;
      if (event.type === 'text') text = event.text;
      else if (event.type === 'node-wait') action = event.action;
      else if (event.type === 'run-end') end = event;
      run.relay(entry);
    };
    const take = (logged: LoggedEvent): void => takeEntry(toEntry(logged));
    await followOn(run, {
      // No other process had it after all.
      async here(other, after) {
        const leave = other.attach(after, takeEntry);
        await Promise.race([other.ended, once(closed.signal, 'abort')]);
        leave();
      },
      async fromLog(after) {
        for (const event of await replay(run.turn, run.id, after)) take(event);
      },
      async write(frames) {
        for (const frame of frames.split('\n\n')) {
          const data = frame.indexOf('data: ');
          if (data >= 0) take(JSON.parse(frame.slice(data + 6)) as LoggedEvent);
        }
      },
    });
    return { outcome: outcomeOf(end, action), text };
  }

  return {
    /** The end of a run that was handed over, wherever it comes to it. */
    of(run: LiveRun): Promise<FinishedRun> {
      const begun = ends.get(run);
      if (begun) return begun;
      const ended = relay(run).finally(() => run.end());
      ends.set(run, ended);
      const waited: Promise<unknown> = ended.then(
        () => open.delete(waited),
        () => open.delete(waited),
      );
      open.add(waited);
      return ended;
    },

    /** Resolves when nobody waits here for a run of another process. */
    async idle(): Promise<void> {
      while (open.size > 0) await Promise.all(open);
    },

    close(): void {
      closed.abort();
    },
  };
}

function toEntry(logged: LoggedEvent): EventEntry {
  const { runId: _runId, seq, at, ...event } = logged;
  // Its own `at` is a place in a list, and hides the time.
  if (logged.type === 'agent-reasoning') return createEntry(seq, { ...event, at } as RunEvent);
  return createEntry(seq, event as RunEvent, at);
}

function outcomeOf(end: RunEnd | undefined, action: RunOutcome['action']): RunOutcome {
  const usage = end?.usage ?? { inputTokens: 0, outputTokens: 0 };
  const { status = 'interrupted', ms = 0, costUsd = 0, error = cutOff } = end ?? {};
  if (status === 'interrupted') return { status: 'failed', ms, error, usage, costUsd };
  return {
    ...{ status, ms, usage, costUsd },
    ...(end?.answer && { answer: end.answer }),
    ...(end?.error && { error: end.error }),
    ...(status === 'waiting' && action && { action }),
  };
}
