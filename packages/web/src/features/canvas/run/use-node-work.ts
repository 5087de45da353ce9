import { queryOptions, useQuery } from '@tanstack/react-query';
import { listNodeRuns } from '@tendril/contract/api/runs';
import type { LoggedEvent } from '@tendril/contract/run-event';
import { useMemo } from 'react';
import { call } from '../../../kit/api/call.ts';
import { runQuery } from '../../runs/runs.queries.ts';
import { useCanvasHost } from '../document/canvas-host.ts';
import { type NodeWork, nodeWork } from './node-work.ts';
import { eventsUpToHead, useShownRun } from './shown-run.ts';

const historyLength = 20;

/** What a node did in the latest runs of its flow. */
export const nodeRunsQuery = (flowId: string, nodeId: string) =>
  queryOptions({
    queryKey: ['runs', flowId, 'node', nodeId],
    queryFn: ({ signal }) =>
      call(listNodeRuns, { params: { id: flowId, nodeId }, query: { limit: historyLength }, signal }),
    staleTime: 0,
  });

export interface ShownWork {
  work: NodeWork | undefined;
  /** `run`: of the run on the canvas; `history`: of one that was chosen, or of the last one before the page opened. */
  from: 'run' | 'history';
  isLoading: boolean;
}

const noEvents: readonly LoggedEvent[] = [];

/** A node's work in the run that the canvas shows, in one chosen from its history, or in its last one. */
export function useNodeWork(nodeId: string, chosenRunId: string | null): ShownWork {
  const { flowId } = useCanvasHost();
  const shown = useShownRun((state) => (state.runId === '' ? null : eventsUpToHead(state)));
  const isFromStore = chosenRunId !== null || shown === null;
  const history = useQuery({
    ...nodeRunsQuery(flowId ?? '', nodeId),
    enabled: flowId !== undefined && shown === null && chosenRunId === null,
  });
  const runId = chosenRunId ?? history.data?.find(({ status }) => status !== 'skipped')?.runId ?? '';
  const log = useQuery({ ...runQuery(runId), enabled: isFromStore && runId !== '' });
  const events = isFromStore ? (log.data?.events ?? noEvents) : (shown ?? noEvents);
  const work = useMemo(() => nodeWork(events, nodeId), [events, nodeId]);
  return {
    work,
    from: isFromStore ? 'history' : 'run',
    isLoading: isFromStore && (history.isLoading || log.isLoading),
  };
}
