import type { RunOutcome } from '@tendril/engine/run-request';
import { mintOrderedId } from '../../../platform/db/ordered-id.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import type { EventLog } from '../../../platform/events/events.ts';
import type { Infrastructure } from '../../../platform/infrastructure.ts';
import { LiveRun } from './live-run.ts';
import { createLiveRuns } from './live-runs.ts';
import type { NewTurn } from './new-turn.ts';
import { progressWriter } from './progress-writer.ts';
import type { ProgressEntry } from './run-progress.ts';
import { runReads } from './run-reads.ts';
import { type ContinueRun, runRecovery } from './run-recovery.ts';
import { runStore } from './runs.store.ts';
import { runStops } from './stop-runs.ts';
import type { EndedRun } from './turn-rows.ts';
import { turnWriter } from './turn-writer.ts';
import { createUnwrittenEnds } from './unwritten-ends.ts';

export type Turn = NewTurn;
export type ActiveRun = LiveRun;

export type RunService = ReturnType<typeof createRunService>;

/** Runs: those in progress, and the records of those that have ended. */
export function createRunService(
  {
    db,
    writes,
    log,
    vault,
    processes,
  }: Pick<Infrastructure, 'db' | 'writes' | 'log' | 'vault' | 'processes'>,
  events: EventLog,
) {
  const ownerId = processes.id;
  const writer = turnWriter({ writes, events, vault, ownerId });
  const progress = progressWriter({ writes, events, vault, ownerId });
  /** Runs whose start is being written. */
  const beginning = new Set<string>();
  const unwritten = createUnwrittenEnds(log);
  const live = createLiveRuns((run) => {
    // The next flush, or the run's end, writes what this one could not.
    writer
      .flush(run)
      .catch((error: unknown) => log.error({ err: error, runId: run.id }, 'flushing a run failed'));
  });

  const isLive = (id: string) => live.find(id) !== undefined || beginning.has(id) || unwritten.has(id);
  let isClosing = false;

  const findLive = (scope: Scope, id: string): LiveRun | undefined => {
    const run = live.find(id);
    return run?.turn.workspaceId === scope.workspaceId ? run : undefined;
  };
  const reads = runReads({ db, vault }, events, findLive);
  const recovery = runRecovery({
    ...{ db, events, vault, log, ownerId, beginning, isLive },
    isClosing: () => isClosing,
    addLive: live.add,
    keep: progress.keep,
  });

  return {
    /** Accepts a turn: question and start are on disk when this resolves. */
    async begin(turn: NewTurn): Promise<LiveRun> {
      const run = new LiveRun(turn.id ?? mintOrderedId(), mintOrderedId(), turn);
      beginning.add(run.id);
      await writer
        .accept(run)
        .then(() => live.add(run))
        .finally(() => beginning.delete(run.id));
      return run;
    },

    /** Writes how a run ended; resolves with the answer's text once that is on disk. */
    async finish(run: LiveRun, outcome: RunOutcome): Promise<string> {
      const ended = isClosing && outcome.status === 'cancelled' ? interrupted(outcome) : outcome;
      const end = writer.finish(run, ended);
      try {
        await end.write();
        if (run.earlier) await recovery.interruptInner({ id: run.id, workspaceId: run.turn.workspaceId });
        return end.text;
      } catch (error) {
        // Possibly nobody awaits this.
        log.error({ err: error, runId: run.id }, 'writing the end of a run failed');
        unwritten.add(run.id, end.write);
        throw error;
      } finally {
        live.remove(run);
        run.end();
      }
    },

    findLive,

    /** Resolves once what the run has achieved is on disk, with its events so far. */
    keepProgress: (run: LiveRun, entry: ProgressEntry): Promise<void> => progress.keep(run, entry),

    /** Takes over runs that are marked as running but that no process executes; returns how many. */
    recover: (continueRun?: ContinueRun): Promise<number> => recovery.recover(continueRun),

    /**
     * A run that may have been started under this id before a crash: as it has ended, or as it goes on; undefined where
     * there is none.
     */
    async startedBefore<T>(scope: Scope, id: string, continueRun: ContinueRun<T>) {
      const row = await runStore(db).find(scope, id);
      if (row?.status !== 'running') return row && { row };
      const resumed = await recovery.adopt(row, continueRun);
      return { row, ...(resumed && { resumed }) };
    },

    /** Ends what is in progress because the server stops; stored as interrupted. */
    async close(): Promise<void> {
      isClosing = true;
      const running = live.all();
      for (const run of running) run.stop();
      await Promise.all(running.map((run) => run.ended));
      await unwritten.close();
    },

    ...runStops({ live, findLive, reads, writes, events }),
    ...reads,
  };
}

function interrupted(outcome: RunOutcome): EndedRun {
  const error = { code: 'SERVER_DRAINING', message: 'The server stopped while this was being answered.' };
  return { ...outcome, status: 'interrupted', error };
}
