import type { Execution } from '@tendril/contract/api/executions';
import { AppError } from '@tendril/contract/app-error';
import type { FlowData } from '@tendril/contract/flow/flow';
import type { LoggedEvent } from '@tendril/contract/run-event';
import type { Scope } from '../../../platform/db/scope.ts';
import type { RunService } from '../runs/public.ts';
import { agentFlowAction } from './agent-flow-action.ts';
import { ExecutedNodes } from './executed-nodes.ts';
import { executionStateOf } from './execution-state.ts';
import type { ExecutionRow, ExecutionStore } from './executions.store.ts';
import { predecessorsOf } from './predecessors-of.ts';

/** Executions out of rows and events: one stands for a run and for those that have gone on with it. */
export function executionReads(store: ExecutionStore, runs: Pick<RunService, 'read'>) {
  async function requireRow(scope: Scope, id: string): Promise<ExecutionRow> {
    const row = await store.find(scope, id);
    if (!row) throw new AppError('NOT_FOUND', 'Execution not found.');
    return row;
  }

  /** A run with those that it goes on with, the first one first. */
  async function chainOf(scope: Scope, last: ExecutionRow): Promise<ExecutionRow[]> {
    const chain = [last];
    for (let first = last; first.resumes !== null; ) {
      const before = await store.find(scope, first.resumes);
      if (!before) break;
      chain.unshift(before);
      first = before;
    }
    return chain;
  }

  /** The run that stands for one and for all that have gone on with it. */
  async function lastOf(scope: Scope, row: ExecutionRow): Promise<ExecutionRow> {
    const next = await store.findNext(scope, row.id);
    return next ? lastOf(scope, await requireRow(scope, next.id)) : row;
  }

  async function describe(scope: Scope, row: ExecutionRow): Promise<Execution> {
    const chain = await chainOf(scope, row);
    const events: LoggedEvent[] = [];
    for (const { id } of chain) events.push(...(await runs.read(scope, id)).events);
    const data = row.versionId === null ? undefined : await store.flowDataOf(scope, row.versionId);
    const { edges } = data ? (JSON.parse(data.flowData) as FlowData) : { edges: [] };
    const executed = new ExecutedNodes(predecessorsOf({ edges }));
    for (const event of events) executed.take(event);
    const waiting = events.findLast((event) => event.type === 'node-wait');
    const changedAt = row.endedAt ?? events.at(-1)?.at ?? row.startedAt;
    return {
      id: row.id,
      executionData: JSON.stringify(executed.list),
      state: executionStateOf(row),
      agentflowId: row.flowId,
      sessionId: row.sessionId,
      action: row.status === 'waiting' && waiting ? JSON.stringify(agentFlowAction(waiting.action)) : null,
      isPublic: row.isPublic === 1,
      createdDate: toDate(chain[0]?.startedAt ?? row.startedAt),
      updatedDate: toDate(changedAt),
      stoppedDate: row.status === 'waiting' ? toDate(changedAt) : null,
      agentflow:
        row.flowName === null || row.typeNow === null
          ? null
          : { id: row.flowId, name: row.flowName, type: row.typeNow },
    };
  }

  /** Under the id that was asked for: that of the first part of a run that was decided on stays valid. */
  async function read(scope: Scope, id: string): Promise<Execution> {
    const row = await requireRow(scope, id);
    return { ...(await describe(scope, await lastOf(scope, row))), id };
  }

  return { chainOf, lastOf, describe, read, requireRow };
}

const toDate = (at: number) => new Date(Number(at)).toISOString();
