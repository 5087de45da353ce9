import { mintOrderedId } from '../../../platform/db/ordered-id.ts';
import type { RunQuota } from '../../../platform/limits/run-quota.ts';
import type { ProcessLoad } from '../../../platform/processes/process-load.ts';
import { LiveRun } from './live-run.ts';
import type { LiveRuns } from './live-runs.ts';
import type { NewTurn } from './new-turn.ts';
import type { RunPlace, RunShares } from './run-shares.ts';
import type { turnWriter } from './turn-writer.ts';

interface BeginningParts {
  load: Pick<ProcessLoad, 'requireRoom'>;
  quota: RunQuota;
  shares: RunShares;
  writer: Pick<ReturnType<typeof turnWriter>, 'accept'>;
  live: Pick<LiveRuns, 'add'>;
  /** Runs whose start is being written. */
  beginning: Set<string>;
}

interface Admitted {
  place?: RunPlace;
  /** Gives back the place of its workspace, once the run counts as under way or is not. */
  leave?(): void;
}

/** How runs begin: each is admitted, and its start is on disk before it is under way. */
export function runBeginnings(parts: BeginningParts) {
  const { writer, live, beginning } = parts;

  return async function begin(turn: NewTurn, signal?: AbortSignal): Promise<LiveRun> {
    const { place, leave } = await admit(parts, turn, signal);
    const run = new LiveRun(turn.id ?? mintOrderedId(), mintOrderedId(), turn);
    run.place = place;
    beginning.add(run.id);
    try {
      await writer.accept(run);
      live.add(run);
    } catch (error) {
      place?.leave();
      throw error;
    } finally {
      beginning.delete(run.id);
      leave?.();
    }
    return run;
  };
}

async function admit(
  { load, quota, shares }: BeginningParts,
  turn: NewTurn,
  signal?: AbortSignal,
): Promise<Admitted> {
  const { workspaceId, parentId, source } = turn;
  // The run that has begun it has a place.
  if (parentId !== undefined) return {};
  const isLive = source !== 'api' && source !== 'mcp' && source !== 'webhook' && source !== 'schedule';
  if (!mayWait(turn)) return { place: await shares.enter({ workspaceId, isLive, mayWait: false }) };
  load.requireRoom(() => shares.standingOf(workspaceId));
  const leave = await quota.enter(turn);
  try {
    const entered = shares.enter({ workspaceId, isLive, mayWait: true, signal });
    return { leave, place: entered instanceof Promise ? await entered : entered };
  } catch (error) {
    leave();
    throw error;
  }
}

/** Whether somebody can ask again: not a call, not a job, and nothing that a run under way has begun. */
function mayWait({ id, parentId, resumes, source }: NewTurn): boolean {
  return id === undefined && parentId === undefined && resumes === undefined && source !== 'call';
}
