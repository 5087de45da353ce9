import { randomUUID } from 'node:crypto';
import type { RunContext } from '@tendril/contract/node/run-context';
import type { StepKind } from '@tendril/contract/run-event';

export interface Step {
  kind: StepKind;
  name: string;
  /** The node that owns the work. */
  nodeId: string;
  input: unknown;
}

const tenths = (ms: number) => Math.round(ms * 10) / 10;

/** Runs a piece of work as a step of the trace; `show` selects what of its result the trace stores. */
export async function traceStep<T>(
  step: Step,
  context: RunContext,
  work: () => Promise<T>,
  show: (result: T) => unknown = (result) => result,
): Promise<T> {
  const { kind, name, nodeId, input } = step;
  const stepId = randomUUID();
  const startedAt = performance.now();
  const end = { type: 'step-end', stepId, kind, name, nodeId } as const;
  context.emit({ type: 'step-start', stepId, kind, name, nodeId, input });
  let result: T;
  try {
    result = await work();
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    context.emit({ ...end, error: message, ms: tenths(performance.now() - startedAt) });
    throw error;
  }
  context.emit({ ...end, output: show(result), ms: tenths(performance.now() - startedAt) });
  return result;
}
