import type { RunPart } from '@tendril/contract/run-event';
import type { RunRequest } from '@tendril/engine/run-request';
import { plannedNodes, planScope } from '@tendril/engine/run-scope';
import type { CanvasOutputs } from './canvas-outputs.ts';
import type { Admitted } from './turn-runner.ts';

/** What a run of the draft adds to any other: pins, a part to run, and outputs of the last run to reuse. */
export interface CanvasRun {
  request: Pick<RunRequest, 'scope' | 'kept' | 'usesPins' | 'onSettled'>;
  planned: readonly string[];
  part?: RunPart;
}

/** Prepares a run of the draft on the canvas. Throws INVALID_INPUT when the part names no node of the flow. */
export function canvasRun(
  outputs: CanvasOutputs,
  { flow, version: { plan }, callers }: Admitted,
  part: RunPart | undefined,
): CanvasRun {
  const mark = { id: flow.id, workspaceId: flow.workspaceId, callers };
  const kept = part && part.kind !== 'to' ? outputs.fresh(mark, plan) : new Map();
  const scope = planScope(plan, { usesPins: true, kept, ...(part && { part }) });
  return {
    request: { scope, kept, usesPins: true, onSettled: (id, value) => outputs.keep(mark, plan, id, value) },
    planned: plannedNodes(plan, scope),
    ...(part && { part }),
  };
}
