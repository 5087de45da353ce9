import type { FlowProblem } from '@tendril/contract/flow/flow-problem';
import type { FlowPlan } from '@tendril/engine/flow-plan';

/** A plan that knows which records are missing; only a warning of nodes that the answer does not need. */
export function withMissingRecords<P extends Pick<FlowPlan, 'problems'> & Partial<FlowPlan>>(
  plan: P,
  missing: readonly FlowProblem[],
): P {
  if (missing.length === 0) return plan;
  const needed = new Set([...(plan.order ?? []), ...(plan.endings ?? []), ...(plan.roots ?? [])]);
  const weighed = missing.map((problem) =>
    needed.size === 0 || needed.has(problem.nodeId ?? '') ? problem : { ...problem, isWarning: true },
  );
  // A node that nobody knows weighs more; what else is wrong may follow from either.
  const [unknown, others] = [true, false].map((isUnknown) =>
    plan.problems.filter(({ code }) => (code === 'UNKNOWN_NODE') === isUnknown),
  );
  return { ...plan, problems: [...(unknown ?? []), ...weighed, ...(others ?? [])] };
}
