import type { PlannedNode } from './flow-plan.ts';

/** The output of a failed step, where its settings say that the run goes on from it. */
export const errorOutput = 'error';

/** Whether the run goes on from the step's error. */
export function branchesOnError({ settings }: Pick<PlannedNode, 'settings'>): boolean {
  return settings?.onError === 'branch';
}
