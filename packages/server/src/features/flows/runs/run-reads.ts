import type { Query } from '@tendril/contract/api/endpoint';
import type { listRuns } from '@tendril/contract/api/runs';
import { AppError } from '@tendril/contract/app-error';
import type { LoggedEvent } from '@tendril/contract/run-event';
import type { RunTable } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import { isCommonText } from '../../../platform/db/search/common-text.ts';
import { type EventLog, eventJson } from '../../../platform/events/events.ts';
import type { Infrastructure } from '../../../platform/infrastructure.ts';
import { isStored } from './event-entry.ts';
import type { LiveRun } from './live-run.ts';
import { readNodeRuns } from './node-runs.ts';
import { toRunSummary } from './run-answer.ts';
import { runListStore } from './run-list.store.ts';
import { runStore } from './runs.store.ts';
import { sessionStateStore } from './session-states.ts';
import { notWaiting, openWaiting, type WaitingRun, waitingStore } from './waiting-runs.ts';

/** What is stored of runs, and the events so far of those in progress. */
export function runReads(
  { db, reads, vault }: Pick<Infrastructure, 'db' | 'reads' | 'vault'>,
  events: EventLog,
  findLive: (scope: Scope, id: string) => LiveRun | undefined,
) {
  const store = runStore(db);
  const waiting = waitingStore(db);

  async function requireRun(scope: Scope, id: string): Promise<RunTable> {
    const row = await store.find(scope, id);
    if (!row) throw new AppError('NOT_FOUND', 'Run not found.');
    return row;
  }

  return {
    /** A run's row. Throws NOT_FOUND. */
    require: requireRun,

    async read(scope: Scope, id: string) {
      const run = findLive(scope, id);
      const row = await requireRun(scope, id);
      return { run: toRunSummary(row), events: run ? liveEvents(run) : await events.read(scope, id) };
    },

    /** Stored events of a run after `after`. Throws NOT_FOUND. */
    async replay(scope: Scope, id: string, after: number): Promise<LoggedEvent[]> {
      await requireRun(scope, id);
      return events.read(scope, id, after);
    },

    async list(scope: Scope, flowId: string, { page, limit, ...filter }: Query<typeof listRuns>) {
      const heavy = runListStore(reads.of(scope));
      const isRare = filter.nodeId !== undefined && (await heavy.isRareNode(scope, filter.nodeId));
      const isCommon = filter.search
        ? await isCommonText(reads.of(scope), scope, 'run', filter.search)
        : false;
      const bound = isCommon ? await heavy.searchBound(scope, flowId) : undefined;
      const found = { ...filter, isRare, ...(isCommon && { searchFrom: bound ?? 0 }) };
      const [rows, total] = await Promise.all([
        // One more than the page holds: whether there is another page.
        heavy.page(scope, flowId, found, (page - 1) * limit, limit + 1),
        heavy.count(scope, flowId, found),
      ]);
      return {
        data: rows.slice(0, limit).map(toRunSummary),
        ...{ total, hasMore: rows.length > limit },
        ...(bound !== undefined && { isPartial: true }),
      };
    },

    /** What a node did in the latest runs of its flow. */
    listOfNode: (scope: Scope, flowId: string, nodeId: string, limit: number) =>
      readNodeRuns({ store: runListStore(reads.of(scope)), events }, scope, flowId, nodeId, limit),

    /** A run that awaits a decision. Throws NOT_FOUND; CONFLICT when it is no longer waiting. */
    async requireWaiting(scope: Scope, id: string): Promise<WaitingRun> {
      const found = await waiting.find(scope, id);
      if (found) return openWaiting(vault, found);
      await requireRun(scope, id);
      throw notWaiting();
    },

    /** What earlier turns of a session have kept. */
    sessionState: (session: Scope & { flowId: string; sessionId: string }) =>
      sessionStateStore(db).read(vault, session),

    /** What the turns of a session had kept after one of its runs. Throws NOT_FOUND. */
    async sessionStateAfter(scope: Scope, flowId: string, runId: string) {
      const run = await store.find(scope, runId);
      if (run?.flowId !== flowId)
        throw new AppError('NOT_FOUND', 'The run that this goes on from no longer exists.');
      return sessionStateStore(db).read(vault, { ...run, flowId }, run);
    },

    /** The run of a chat that awaits a decision, if there is one. */
    async findWaiting(scope: Scope, flowId: string, chatId: string): Promise<WaitingRun | undefined> {
      const found = await waiting.findOfChat(scope, flowId, chatId);
      return found && openWaiting(vault, found);
    },
  };
}

function liveEvents(run: LiveRun): LoggedEvent[] {
  return run.entries
    .filter((entry) => isStored(entry.event))
    .map((entry) => JSON.parse(eventJson(run.id, entry)) as LoggedEvent);
}
