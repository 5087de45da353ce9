import { setTimeout as wait } from 'node:timers/promises';
import type { ProcessRegistry } from '../../../platform/processes/process-registry.ts';
import type { LiveRun } from './live-run.ts';
import type { LiveRuns } from './live-runs.ts';
import type { runHandover } from './run-handover.ts';
import type { FinishedRun, runRelays } from './run-relays.ts';

interface RunReleaseParts {
  live: LiveRuns;
  handover: ReturnType<typeof runHandover>;
  relays: ReturnType<typeof runRelays>;
  processes: Pick<ProcessRegistry, 'hasSuccessor' | 'sweep'>;
  /** Called when the end of a run that was handed over is not known. */
  onError(error: unknown, run: LiveRun): void;
  /** Writes the ends that could not be written. */
  settle(): Promise<void>;
}

/** How the runs in progress end when the server stops. */
export function runReleases({ live, handover, relays, processes, onError, settle }: RunReleaseParts) {
  let isClosing = false;
  /** Those that answer calls end with their calls. */
  const own = (): LiveRun[] => live.filter(({ turn }) => turn.source !== 'call');

  async function leaveOne(run: LiveRun): Promise<boolean> {
    const isFree = await handover.release(run);
    if (run.isHandedBack) pass(run).catch((error: unknown) => onError(error, run));
    return isFree;
  }

  /** Leaves those that go on from their last step to the other processes, if there are any; returns how many. */
  async function leaveToOthers(): Promise<number> {
    // Without another process an answer would go on at the next start, when nobody waits for it any more.
    if (!processes.hasSuccessor) return 0;
    isClosing = true;
    const released = await Promise.all(own().filter(handover.canGoOn).map(leaveOne));
    return released.filter(Boolean).length;
  }

  /** How it ends elsewhere, for those who wait for it here. */
  function pass(run: LiveRun): Promise<FinishedRun> {
    // From here on it is found where it goes on.
    live.remove(run);
    return relays.of(run);
  }

  return {
    isClosing: (): boolean => isClosing,

    /** Resolves when no run is in progress here, those that answer calls aside. */
    async idle(): Promise<void> {
      for (let open = own(); open.length > 0; open = own()) await Promise.all(open.map((run) => run.ended));
    },

    /** How a run ends that was handed over. */
    async passed(run: LiveRun): Promise<FinishedRun> {
      await handover.release(run);
      const passed = pass(run);
      // If no other process has it, this one goes on with it. Without the database, the next heartbeat looks.
      if (handover.isAbandoned(run)) processes.sweep().catch(() => undefined);
      return passed;
    },

    /** Stops everything in progress, because other processes may own it now or next. */
    abandon(): void {
      for (const run of live.all()) handover.abandon(run);
    },

    leaveToOthers,

    /** Resolves when nobody waits here for a run that was handed over, or after `maxMs`. */
    async relayed(maxMs: number): Promise<void> {
      await Promise.race([relays.idle(), wait(maxMs, undefined, { ref: false })]);
    },

    /** Ends what is in progress because the server stops, as interrupted; those that answer calls go on. */
    async release(): Promise<void> {
      isClosing = true;
      relays.close();
      // A question that was let in before the stop may have been begun after the others had left.
      await leaveToOthers();
      const open = own();
      for (const run of open) run.stop();
      await Promise.all(open.map((run) => run.ended));
    },

    /** The same with those that answer calls. */
    async close(): Promise<void> {
      isClosing = true;
      relays.close();
      const running = live.all();
      for (const run of running) run.stop();
      await Promise.all(running.map((run) => run.ended));
      await relays.idle();
      await settle();
    },
  };
}
