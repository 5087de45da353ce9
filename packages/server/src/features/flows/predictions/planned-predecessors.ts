import type { FlowPlan } from '@tendril/engine/flow-plan';
import { isHiddenPart, type Predecessors } from '../executions/public.ts';

/** Which drawn nodes lead to a node, by the plan of a flow and of the steps inside its steps. */
export function plannedPredecessors(plan: Pick<FlowPlan, 'nodes'>): Predecessors {
  const found = new Map<string, readonly string[]>();
  collect(plan, found);
  return (nodeId) => found.get(nodeId) ?? [];
}

function collect({ nodes }: Pick<FlowPlan, 'nodes'>, found: Map<string, readonly string[]>): void {
  for (const { id, dependencies, body } of nodes.values()) {
    found.set(
      id,
      dependencies.filter((one) => !isHiddenPart(one)),
    );
    if (body) collect(body, found);
  }
}
