import type { LoggedEvent, RunEvent } from '@tendril/contract/run-event';
import type { RunOutcome } from '@tendril/engine/run-request';
import type { Scope } from '../../../platform/db/scope.ts';
import type { EventEntry } from '../../../platform/events/events.ts';
import { createEntry } from './event-entry.ts';
import type { LiveRun } from './live-run.ts';
import type { runOwners } from './run-owners.ts';

/** How a run ended, and the text of its answer. */
export interface FinishedRun {
  readonly outcome: RunOutcome;
  readonly text: string;
}

interface RelayParts extends Pick<ReturnType<typeof runOwners>, 'follow'> {
  replay(scope: Scope, id: string, after: number): Promise<LoggedEvent[]>;
}

type RunEnd = Extract<LoggedEvent, { type: 'run-end' }>;

const cutOff = { code: 'SERVER_DRAINING', message: 'The server stopped while this was being answered.' };

/** Follows runs that were handed over, for those who still wait for them here. */
export function runRelays({ follow, replay }: RelayParts) {
  const ends = new WeakMap<LiveRun, Promise<FinishedRun>>();
  const open = new Set<Promise<unknown>>();
  const closed = new AbortController();

  async function relay(run: LiveRun): Promise<FinishedRun> {
    let text = '';
    let action: RunOutcome['action'];
    let end: RunEnd | undefined;
    const take = (logged: LoggedEvent): void => {
      if (logged.type === 'text') text = logged.text;
      else if (logged.type === 'node-wait') action = logged.action;
      else if (logged.type === 'run-end') end = logged;
      run.relay(toEntry(logged));
    };
    await follow(run.turn, run.id, {
      after: run.seq,
      signal: closed.signal,
      here: async () => {},
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
