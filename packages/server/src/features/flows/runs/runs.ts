import type { RunOutcome } from '@tendril/engine/run-request';
import type { Scope } from '../../../platform/db/scope.ts';
import type { EventLog } from '../../../platform/events/events.ts';
import type { Infrastructure } from '../../../platform/infrastructure.ts';
import { createEventQuota, type EventQuota } from '../../../platform/limits/event-quota.ts';
import { createRunQuota, type RunQuota } from '../../../platform/limits/run-quota.ts';
import type { LiveRun } from './live-run.ts';
import { createLiveRuns, type LiveRuns } from './live-runs.ts';
import type { NewTurn } from './new-turn.ts';
import { progressWriter } from './progress-writer.ts';
import { runBeginnings } from './run-beginnings.ts';
import { runHandover } from './run-handover.ts';
import { runOwners } from './run-owners.ts';
import type { ProgressEntry } from './run-progress.ts';
import { runReads } from './run-reads.ts';
import { type ContinueRun, runRecovery } from './run-recovery.ts';
import { type FinishedRun, runRelays } from './run-relays.ts';
import { runReleases } from './run-releases.ts';
import { createRunShares } from './run-shares.ts';
import { startedBefore } from './started-before.ts';
import { runStops } from './stop-runs.ts';
import type { EndedRun } from './turn-rows.ts';
import { turnWriter } from './turn-writer.ts';
import { createUnwrittenEnds } from './unwritten-ends.ts';

export type Turn = NewTurn;
export type ActiveRun = LiveRun;

export type RunService = ReturnType<typeof createRunService>;

type RunParts = Pick<
  Infrastructure,
  'db' | 'reads' | 'writes' | 'log' | 'vault' | 'processes' | 'load' | 'peers' | 'limits' | 'counters'
>;

/** Runs: those in progress, and the records of those that have ended. `onEnded` is called once an end is on disk. */
export function createRunService(
  infrastructure: RunParts,
  events: EventLog,
  onEnded: (run: LiveRun) => void = () => {},
) {
  const { db, reads: heavyReads, writes, log, vault, processes, load, peers } = infrastructure;
  const ownerId = processes.id;
  const writer = turnWriter({ writes, events, vault, ownerId });
  const progress = progressWriter({ writes, events, vault, ownerId });
  /** Runs whose start is being written. */
  const beginning = new Set<string>();
  const unwritten = createUnwrittenEnds(log);
  const live = createLiveRuns(flushWith(writer, log));

  const isLive = (id: string) => live.find(id) !== undefined || beginning.has(id) || unwritten.has(id);
  const handover = runHandover({ db, log, writer, keep: progress.keep, ownerId });
  load.countRuns(() => live.count());
  const eventQuota = createEventQuota({ ...infrastructure, removeOlder: events.removeOlder });
  const quota = quotaOf(infrastructure, live, eventQuota);
  const shares = createRunShares();
  const begin = runBeginnings({ load, quota, shares, writer, live, beginning });

  const findLive = (scope: Scope, id: string): LiveRun | undefined => {
    const run = live.find(id);
    return run?.turn.workspaceId === scope.workspaceId ? run : undefined;
  };
  const reads = runReads({ db, reads: heavyReads, vault }, events, findLive);
  const owners = runOwners({ peers, processes, findLive, require: reads.require });
  const onError = (error: unknown, { id: runId }: LiveRun) =>
    log.error({ err: error, runId }, 'the end of a run that was handed over is not known');
  const relays = runRelays({ follow: owners.follow, replay: reads.replay });
  const releases = runReleases({ live, handover, relays, processes, onError, settle: unwritten.close });
  const recovery = runRecovery({
    ...{ db, events, vault, log, ownerId, beginning, isLive },
    isClosing: releases.isClosing,
    addLive: live.add,
    keep: progress.keep,
  });

  return {
    /**
     * Accepts a turn: question and start are on disk when this resolves. Throws UNAVAILABLE when the process is full,
     * TOO_MANY_REQUESTS when the workspace has used up what it may, or too many of its questions wait. `signal`: its
     * client has gone.
     */
    begin,

    /** Throws TOO_MANY_REQUESTS where a question of this workspace would be refused for those that wait. */
    requireRoom: ({ workspaceId }: Scope): void => shares.requireRoom(workspaceId),

    /**
     * Writes how a run ended; resolves with that and the answer's text once it is on disk. Of a run that goes on
     * elsewhere, with its end there.
     */
    async finish(run: LiveRun, outcome: RunOutcome): Promise<FinishedRun> {
      if (handover.hasLeft(run, outcome)) {
        run.place?.leave();
        return releases.passed(run);
      }
      const cause = handover.isAbandoned(run) ? lostTouch : releases.isClosing() && stopped;
      const end = writer.finish(run, endOf(outcome, cause));
      try {
        await end.write();
        if (run.earlier) await recovery.interruptInner({ id: run.id, workspaceId: run.turn.workspaceId });
        onEnded(run);
        return { outcome, text: end.text };
      } catch (error) {
        // Possibly nobody awaits this.
        log.error({ err: error, runId: run.id }, 'writing the end of a run failed');
        unwritten.add(run.id, end.write);
        throw error;
      } finally {
        live.remove(run);
        run.place?.leave();
        run.end();
      }
    },

    findLive,

    /** Runs in progress in this process. */
    active: () => live.all().length,

    /** Resolves once what the run has achieved is on disk, with its events so far. */
    keepProgress: (run: LiveRun, entry: ProgressEntry): Promise<void> =>
      handover.track(run, () => progress.keep(run, entry)),

    /** Takes over runs that are marked as running but that no process executes; returns how many. */
    recover: (continueRun?: ContinueRun): Promise<number> => recovery.recover(continueRun),

    /**
     * A run that may have been started under this id before a crash: as it has ended, or as it goes on; undefined where
     * there is none.
     */
    startedBefore: startedBefore(db, recovery),

    /** Deletes a workspace's oldest events above its limit. */
    trimEvents: eventQuota.trim,

    ...releases,
    follow: owners.follow,

    ...runStops({ live, db, owners, reads, writes, events }),
    ...reads,
  };
}

function quotaOf(
  { db, limits, counters, processes }: RunParts,
  live: LiveRuns,
  events: EventQuota,
): RunQuota {
  return createRunQuota({
    ...{ db, limits, events, counters: counters.quick, ownerId: processes.id },
    countHere: ({ workspaceId }) =>
      live.filter(({ turn }) => turn.workspaceId === workspaceId && turn.parentId === undefined).length,
  });
}

function flushWith({ flush }: ReturnType<typeof turnWriter>, log: RunParts['log']) {
  return (run: LiveRun): void => {
    // The next flush, or the run's end, writes what this one could not.
    flush(run).catch((error: unknown) => log.error({ err: error, runId: run.id }, 'flushing a run failed'));
  };
}

const stopped = {
  code: 'SERVER_DRAINING',
  message: 'The server stopped while this was being answered.',
};
const lostTouch = {
  code: 'UNAVAILABLE',
  message: 'The server lost touch with its database while this was being answered.',
};

/** What was not stopped by its caller was interrupted. */
function endOf(outcome: RunOutcome, cause: typeof stopped | false): EndedRun {
  return cause && outcome.status === 'cancelled'
    ? { ...outcome, status: 'interrupted', error: cause }
    : outcome;
}
