import type { SettledStep } from '@tendril/engine/checkpoint';
import type { FlowPlan } from '@tendril/engine/flow-plan';
import { planOfFrame, rootFrame } from '@tendril/engine/frame-path';
import { addSettled, startCheckpoint } from '@tendril/engine/growing-checkpoint';
import type { Resumption, RunRequest } from '@tendril/engine/run-request';
import type { ProgressEntry } from '../runs/public.ts';

/**
 * Whether what follows a step waits until its result is on disk. Not for values that are made again anyhow, so that a
 * chat flow, which has no other, writes nothing between its question and its answer.
 */
function isWorthStoring(plan: FlowPlan, step: SettledStep): boolean {
  if (step.variables) return true;
  if (step.outputs === undefined) return false;
  const own = planOfFrame(plan, step.frame);
  // Which branches were not taken follows from the others, but for what an earlier round has left.
  if (step.outputs === null) return step.frame !== rootFrame || (own?.loops.size ?? 0) > 0;
  return own?.nodes.get(step.nodeId)?.definition.step?.isStart !== true;
}

/** For a request: what follows a step starts only when its result is on disk. */
export function storedSteps(
  keep: (entry: ProgressEntry) => Promise<void>,
  plan: FlowPlan,
  onSettled: RunRequest['onSettled'],
): Pick<RunRequest, 'isDurable' | 'onSettled'> {
  return {
    isDurable: true,
    onSettled(nodeId, outputs, frame, step) {
      onSettled?.(nodeId, outputs, frame, step);
      return step && isWorthStoring(plan, step) ? keep({ kind: 'step', value: step }) : undefined;
    },
  };
}

/** Where a run goes on whose process has died: after the last step that was stored. */
export function resumptionOf(
  plan: FlowPlan,
  request: RunRequest,
  decided: Resumption | undefined,
  progress: readonly ProgressEntry[],
): Resumption {
  const steps = progress.flatMap(({ kind, value }) => (kind === 'step' ? [value as SettledStep] : []));
  const checkpoint = structuredClone(decided?.checkpoint ?? startCheckpoint(request, plan));
  for (const step of steps) addSettled(checkpoint, plan, step);
  const [asked] = checkpoint.pauses;
  const { frame, nodeId } = asked?.at ?? { frame: rootFrame, nodeId: asked?.nodeId };
  const hasAsked = steps.some((step) => step.nodeId === nodeId && step.frame === frame);
  if (decided?.decision && asked && !hasAsked) return { checkpoint, decision: decided.decision };
  return { checkpoint: { ...checkpoint, pauses: [] } };
}
