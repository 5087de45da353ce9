import { describeValue } from './describe-value.ts';
import type { EdgeStates } from './edge-states.ts';
import type { PlannedNode } from './flow-plan.ts';

const mask = '••••••••';

/** A node's inputs in the trace: parameters as they were used, passwords masked, anchors by their source. */
export function describeInputs(
  node: PlannedNode,
  values: Record<string, unknown>,
  states: EdgeStates,
): Record<string, unknown> {
  const shown: Record<string, unknown> = {};
  for (const input of node.inputs) {
    if (input.kind === 'anchor') {
      if (input.sources.length > 0)
        shown[input.name] = input.sources.map((source) => source.nodeId).join(', ');
      continue;
    }
    const value = values[input.name];
    if (value === undefined || value === '') continue;
    shown[input.name] = input.param.type === 'password' ? mask : describeValue(value, states);
  }
  return shown;
}
