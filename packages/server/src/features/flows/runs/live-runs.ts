import type { LiveRun } from './live-run.ts';

const flushMs = 1000;

/** The runs in progress in this process. */
export interface LiveRuns {
  add(run: LiveRun): void;
  remove(run: LiveRun): void;
  find(id: string): LiveRun | undefined;
  filter(fits: (run: LiveRun) => boolean): LiveRun[];
  all(): LiveRun[];
  count(): number;
}

/** Keeps runs while they last; calls `flush` once a second for each that has something new. */
export function createLiveRuns(flush: (run: LiveRun) => void): LiveRuns {
  const runs = new Map<string, LiveRun>();
  let timer: NodeJS.Timeout | undefined;

  const tick = () => {
    const due = Date.now() - flushMs / 2;
    for (const run of runs.values())
      if (run.startedAt < due && !run.isHandedBack && run.takeDirty()) flush(run);
  };

  return {
    add(run) {
      runs.set(run.id, run);
      timer ??= setInterval(tick, flushMs).unref();
    },
    remove(run) {
      runs.delete(run.id);
      if (runs.size > 0) return;
      clearInterval(timer);
      timer = undefined;
    },
    find: (id) => runs.get(id),
    filter: (fits) => [...runs.values()].filter(fits),
    all: () => [...runs.values()],
    count: () => runs.size,
  };
}
