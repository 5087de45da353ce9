import type { RunPart } from '@tendril/contract/run-event';
import type { RunRequest } from '@tendril/engine/run-request';
import { plannedNodes, planScope } from '@tendril/engine/run-scope';
import type { RunnableFlow } from '../flows/public.ts';
import type { CanvasOutputs } from './canvas-outputs.ts';
import type { ReadyVersion } from './flow-plans.ts';

/** What a run of the draft adds to any other: pins, a part to run, and outputs of the last run to reuse. */
export interface CanvasRun {
  request: Pick<RunRequest, 'scope' | 'kept' | 'usesPins' | 'onSettled'>;
  planned: readonly string[];
  part?: RunPart;
}

/** Prepares a run of the draft on the canvas. Throws INVALID_INPUT when the part names no node of the flow. */
export function canvasRun(
  outputs: CanvasOutputs,
  flow: RunnableFlow,
  { plan }: ReadyVersion,
  part: RunPart | undefined,
): CanvasRun {
  const kept = part && part.kind !== 'to' ? outputs.fresh(flow.id, plan) : new Map();
  const scope = planScope(plan, { usesPins: true, kept, ...(part && { part }) });
  return {
    request: { scope, kept, usesPins: true, onSettled: (id, value) => outputs.keep(flow, plan, id, value) },
    planned: plannedNodes(plan, scope),
    ...(part && { part }),
  };
}
