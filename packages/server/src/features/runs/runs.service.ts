import type { Query } from '@tendril/contract/api/endpoint';
import type { listRuns } from '@tendril/contract/api/runs';
import { AppError } from '@tendril/contract/app-error';
import type { LoggedEvent } from '@tendril/contract/run-event';
import type { RunOutcome } from '@tendril/engine/run-request';
import { mintOrderedId } from '../../db/ordered-id.ts';
import type { Scope } from '../../db/scope.ts';
import type { Ground } from '../../ground.ts';
import { type EventLog, eventJson } from '../events/events.service.ts';
import { isStored } from './event-entry.ts';
import { LiveRun } from './live-run.ts';
import { createLiveRuns } from './live-runs.ts';
import type { NewTurn } from './new-turn.ts';
import { toRunSummary } from './run-answer.ts';
import { runStore } from './runs.store.ts';
import type { EndedRun } from './turn-rows.ts';
import { turnWriter } from './turn-writer.ts';

export type Turn = NewTurn;
export type ActiveRun = LiveRun;

export type RunService = ReturnType<typeof createRunService>;

/** Runs: those under way, and what is kept of those that have ended. */
export function createRunService(
  { db, writes, log }: Pick<Ground, 'db' | 'writes' | 'log'>,
  events: EventLog,
) {
  const store = runStore(db);
  const writer = turnWriter(writes, events);
  const live = createLiveRuns((run) => {
    // The next flush, or the run's end, writes what this one could not.
    writer
      .flush(run)
      .catch((error: unknown) => log.error({ err: error, runId: run.id }, 'flushing a run failed'));
  });

  let isClosing = false;

  async function requireRun(scope: Scope, id: string) {
    const row = await store.find(scope, id);
    if (!row) throw new AppError('NOT_FOUND', 'There is no such run.');
    return row;
  }

  return {
    /** Accepts a turn: question and start are on disk when this resolves. */
    async begin(turn: NewTurn): Promise<LiveRun> {
      const run = new LiveRun(mintOrderedId(), mintOrderedId(), turn);
      await writer.accept(run);
      live.add(run);
      return run;
    },

    /** Writes how a run ended; resolves with the answer's text once that is on disk. */
    async finish(run: LiveRun, outcome: RunOutcome): Promise<string> {
      try {
        return await writer.finish(
          run,
          isClosing && outcome.status === 'cancelled' ? interrupted(outcome) : outcome,
        );
      } catch (error) {
        // Nobody may be waiting for this; the next start finds the run unfinished and marks it.
        log.error({ err: error, runId: run.id }, 'writing the end of a run failed');
        throw error;
      } finally {
        live.remove(run);
        run.end();
      }
    },

    findLive(scope: Scope, id: string): LiveRun | undefined {
      const run = live.find(id);
      return run?.turn.workspaceId === scope.workspaceId ? run : undefined;
    },

    /** Stops the answers under way of a chat; answers how many there were. */
    async stopChat(flowId: string, chatId: string): Promise<number> {
      const running = live.filter(({ turn }) => turn.flowId === flowId && turn.chatId === chatId);
      for (const run of running) run.stop();
      await Promise.all(running.map((run) => run.ended));
      return running.length;
    },

    stopFlow(flowId: string): void {
      for (const run of live.filter(({ turn }) => turn.flowId === flowId)) run.stop();
    },

    /** Ends what is under way because the server stops; it is kept as interrupted. */
    async close(): Promise<void> {
      isClosing = true;
      const running = live.filter(() => true);
      for (const run of running) run.stop();
      await Promise.all(running.map((run) => run.ended));
    },

    async stop(scope: Scope, id: string) {
      const run = this.findLive(scope, id);
      run?.stop();
      await run?.ended;
      return { status: (await requireRun(scope, id)).status };
    },

    async read(scope: Scope, id: string) {
      const run = this.findLive(scope, id);
      const row = await requireRun(scope, id);
      return { run: toRunSummary(row), events: run ? liveEvents(run) : await events.read(scope, id) };
    },

    /** Stored events of a run after `after`. Throws NOT_FOUND. */
    async replay(scope: Scope, id: string, after: number): Promise<LoggedEvent[]> {
      await requireRun(scope, id);
      return events.read(scope, id, after);
    },

    async list(scope: Scope, flowId: string, { page, limit }: Query<typeof listRuns>) {
      const rows = await store.page(scope, flowId, (page - 1) * limit, limit);
      return { data: rows.map(toRunSummary), total: await store.count(scope, flowId) };
    },
  };
}

function interrupted(outcome: RunOutcome): EndedRun {
  const error = { code: 'SERVER_DRAINING', message: 'The server stopped while this was being answered.' };
  return { ...outcome, status: 'interrupted', error };
}

function liveEvents(run: LiveRun): LoggedEvent[] {
  return run.entries
    .filter((entry) => isStored(entry.event))
    .map((entry) => JSON.parse(eventJson(run.id, entry)) as LoggedEvent);
}
