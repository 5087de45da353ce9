import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { listRuns, type RunSummary, readRun } from '@tendril/contract/api/runs';
import type { LoggedEvent } from '@tendril/contract/run-event';
import { call } from '../../kit/api/call.ts';

const pageSize = 30;

/** A run as the trace needs it; `run` is absent while only its live events are known. */
export interface RunLog {
  run?: RunSummary;
  events: readonly LoggedEvent[];
}

/** A run with its events: stored ones, or those that arrive while it goes on. */
export function runQuery(runId: string) {
  return queryOptions<RunLog>({
    queryKey: ['run', runId],
    queryFn: ({ signal }) => call(readRun, { params: { id: runId }, signal }),
    staleTime: 60_000,
  });
}

/** A flow's runs, newest first. */
export function runsQuery(flowId: string) {
  return infiniteQueryOptions({
    queryKey: ['runs', flowId],
    queryFn: ({ signal, pageParam }) =>
      call(listRuns, { params: { id: flowId }, query: { page: pageParam, limit: pageSize }, signal }),
    initialPageParam: 1,
    getNextPageParam: (last, all) => (last.hasMore ? all.length + 1 : null),
    staleTime: 0,
  });
}

/** Takes a live event into what the trace shows; pieces of text are not part of it. */
export function takeLiveEvent(client: QueryClient, event: LoggedEvent): void {
  if (event.type === 'text-delta') return;
  const { queryKey } = runQuery(event.runId);
  client.setQueryData<RunLog>(queryKey, (log) => appendEvent(log, event));
  if (event.type !== 'run-start' && event.type !== 'run-end') return;
  const lists = client.invalidateQueries({ queryKey: ['runs'] });
  // Now it is stored, with its totals.
  const run = event.type === 'run-end' ? client.invalidateQueries({ queryKey }) : undefined;
  Promise.all([lists, run]).catch(() => undefined);
}

function appendEvent(log: RunLog = { events: [] }, event: LoggedEvent): RunLog {
  if (log.events.some(({ seq }) => seq === event.seq)) return log;
  return { ...log, events: [...log.events, event] };
}
