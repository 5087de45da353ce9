import type { FlowNode } from '@tendril/contract/flow/flow';
import type { AnyNode } from '@tendril/contract/node/define-node';

/** The output chosen on the canvas, or the first. */
export function chosenOutputOf(node: FlowNode, definition: AnyNode): string {
  const chosen = node.data.outputs?.output;
  if (typeof chosen === 'string' && chosen in definition.outputs) return chosen;
  return Object.keys(definition.outputs)[0] ?? '';
}
