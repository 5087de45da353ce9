import { setTimeout as wait } from 'node:timers/promises';
import type { RunTable } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import type { Infrastructure } from '../../../platform/infrastructure.ts';
import { followOwnedRun, stopOwnedRun } from './internal-runs.ts';
import type { LiveRun } from './live-run.ts';
import { relayFrames } from './relay-frames.ts';

const pauseMs = 500;
/** Long enough for a process that has died to be noticed, and for its runs to be taken over. */
const longestSearchMs = 45_000;

/** Where a run is in progress; `none`: its process is gone, and another will take it over. */
type RunPlace =
  | { at: 'here'; run: LiveRun }
  | { at: 'elsewhere'; processId: string }
  | { at: 'none' }
  /** It has ended, or waits for a decision. */
  | { at: 'log'; row: RunTable };

interface RunOwnersParts extends Pick<Infrastructure, 'peers' | 'processes'> {
  findLive(scope: Scope, id: string): LiveRun | undefined;
  /** Throws NOT_FOUND. */
  require(scope: Scope, id: string): Promise<RunTable>;
}

/** How somebody follows a run. */
export interface FollowedRun {
  readonly after: number;
  readonly signal: AbortSignal;
  /** Streams a run of this process until it has ended. */
  here(run: LiveRun, after: number): Promise<void>;
  /** Sends what is stored. */
  fromLog(after: number): Promise<void>;
  /** Sends frames of another process; resolves once they may be followed by others. */
  write(frames: string): Promise<void>;
}

/** The one place that decides whether a run is served from here, by the process that executes it, or from the log. */
export function runOwners({ peers, processes, findLive, require }: RunOwnersParts) {
  async function locate(scope: Scope, id: string): Promise<RunPlace> {
    const run = findLive(scope, id);
    if (run) return { at: 'here', run };
    const row = await require(scope, id);
    if (row.status !== 'running') return { at: 'log', row };
    const { ownerId } = row;
    return ownerId && ownerId !== processes.id ? { at: 'elsewhere', processId: ownerId } : { at: 'none' };
  }

  /** Waits for another process to take over what one has left. */
  async function pause(signal?: AbortSignal): Promise<void> {
    await processes.check().catch(() => undefined);
    await wait(pauseMs, undefined, signal && { signal }).catch(() => undefined);
  }

  return {
    locate,

    /** Sends the events of a run from wherever it is, however often it moves; ends with it. */
    async follow(scope: Scope, id: string, asked: FollowedRun): Promise<void> {
      const { signal } = asked;
      let { after } = asked;
      let lostAt: number | undefined;
      while (!signal.aborted) {
        const place = await locate(scope, id);
        if (place.at === 'here') return asked.here(place.run, after);
        if (place.at === 'log') return asked.fromLog(after);
        const query = new URLSearchParams({ workspaceId: scope.workspaceId, after: String(after) });
        const path = `${followOwnedRun.path.replace(':id', encodeURIComponent(id))}?${query}`;
        const frames =
          place.at === 'elsewhere' ? await peers.follow(place.processId, path, signal) : undefined;
        if (frames) {
          const relayed = await relayFrames(frames, after, asked.write);
          if (relayed.isOver) return;
          after = relayed.after;
          lostAt = undefined;
        }
        lostAt ??= performance.now();
        if (performance.now() - lostAt > longestSearchMs) return asked.fromLog(after);
        await pause(signal);
      }
    },

    /** Stops a run wherever it is in progress; resolves once its end is on disk. */
    async stop(scope: Scope, id: string): Promise<void> {
      const startedAt = performance.now();
      while (performance.now() - startedAt < longestSearchMs) {
        const place = await locate(scope, id);
        if (place.at === 'log') return;
        if (place.at === 'here') {
          place.run.stop();
          return place.run.ended;
        }
        const path = stopOwnedRun.path.replace(':id', encodeURIComponent(id));
        const body = { workspaceId: scope.workspaceId };
        const isStopped =
          place.at === 'elsewhere' && (await peers.ask(place.processId, { method: 'POST', path, body }));
        if (isStopped) return;
        await pause();
      }
    },
  };
}
