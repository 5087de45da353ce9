import type { SettledStep } from '@tendril/engine/checkpoint';
import type { FlowPlan } from '@tendril/engine/flow-plan';
import { planOfFrame, rootFrame } from '@tendril/engine/frame-path';
import { addSettled, startCheckpoint } from '@tendril/engine/growing-checkpoint';
import type { Resumption, RunRequest } from '@tendril/engine/run-request';
import type { StoredPart } from '@tendril/engine/step-parts';
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

function isPure(plan: FlowPlan, { frame, nodeId }: SettledStep): boolean {
  return planOfFrame(plan, frame)?.nodes.get(nodeId)?.definition.step?.isPure === true;
}

/** So many results may be on their way to the disk; the run lets others work when there are more. */
const mostUnderWay = 32;

/**
 * For a request: what has an effect starts only when the results of all steps before it are on disk. Steps that only
 * compute go on before that, so that many of them share a commit.
 */
export function storedSteps(
  keep: (entry: ProgressEntry) => Promise<void>,
  plan: FlowPlan,
  onSettled: RunRequest['onSettled'],
): Pick<RunRequest, 'isDurable' | 'onSettled' | 'onPart' | 'beforeEffect'> {
  let underWay = 0;
  let latest: Promise<void> | undefined;

  function keepSoon(entry: ProgressEntry): Promise<void> | undefined {
    underWay += 1;
    const written = keep(entry).finally(() => {
      underWay -= 1;
      if (latest === written) latest = undefined;
    });
    // A waiting caller gets the failure; without one, the end of the run reports it.
    written.catch(() => {});
    latest = written;
    return underWay >= mostUnderWay ? written : undefined;
  }

  return {
    isDurable: true,
    onSettled(nodeId, outputs, frame, step) {
      onSettled?.(nodeId, outputs, frame, step);
      if (!step || !isWorthStoring(plan, step)) return undefined;
      const entry: ProgressEntry = { kind: 'step', value: step };
      return isPure(plan, step) ? keepSoon(entry) : keep(entry);
    },
    onPart: (part) => keep({ kind: 'part', value: part }),
    // Entries are written in their order: with the latest all are.
    beforeEffect: () => latest,
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
  const parts = progress.flatMap(({ kind, value }) => (kind === 'part' ? [value as StoredPart] : []));
  const checkpoint = structuredClone(decided?.checkpoint ?? startCheckpoint(request, plan));
  for (const step of steps) addSettled(checkpoint, plan, step);
  const [asked] = checkpoint.pauses;
  const { frame, nodeId } = asked?.at ?? { frame: rootFrame, nodeId: asked?.nodeId };
  const hasAsked = steps.some((step) => step.nodeId === nodeId && step.frame === frame);
  if (decided?.decision && asked && !hasAsked) return { checkpoint, parts, decision: decided.decision };
  return { checkpoint: { ...checkpoint, pauses: [] }, parts };
}
