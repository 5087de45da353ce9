import type { FlowProblem } from '@tendril/contract/flow/flow-problem';
import type { Answer } from '@tendril/contract/provider/answer';
import type { PlannedNode } from './flow-plan.ts';

/** Classes of plain values, never a model, a store or a tool. */
const plainClasses = new Set(['string', 'number', 'boolean', 'json', 'array', 'Document']);

/** Whether a node's outputs are plain values (texts, numbers, lists), or can be recreated by the node. */
function isPinnable({ definition, output }: PlannedNode): boolean {
  if (definition.replay) return true;
  const outputs = definition.branches
    ? Object.values(definition.outputs)
    : [definition.outputs[output]].filter((one) => one !== undefined);
  return (
    outputs.length > 0 &&
    outputs.every(
      ({ classes, isAnchor }) => isAnchor === false || classes.some((name) => plainClasses.has(name)),
    )
  );
}

/** Removes the pins of nodes without plain outputs, with a warning; an ending's answer can be pinned. */
export function checkPins(
  nodes: ReadonlyMap<string, PlannedNode>,
  endings: readonly string[],
): FlowProblem[] {
  const refused = [...nodes.values()].filter(
    (node) => node.pinned && !isPinnable(node) && !endings.includes(node.id),
  );
  return refused.map((node) => {
    delete node.pinned;
    const message = `${node.label} gives no plain value, so its pin is left out: the node is run.`;
    return { code: 'PINNED', nodeId: node.id, message, isWarning: true };
  });
}

/** Whether the pin alone replaces the node: none of its sources has to run. A step replays its pin itself. */
export function isFullyPinned({ pinned, definition }: PlannedNode): boolean {
  return pinned !== undefined && definition.replay === undefined;
}

/** The answer of a pinned ending. */
export function pinnedAnswer({ pinned, output }: PlannedNode): Answer | undefined {
  const value = pinned?.[output] ?? Object.values(pinned ?? {})[0];
  if (value === undefined) return undefined;
  if (typeof value !== 'object' || value === null) return { text: String(value) };
  return 'text' in value || 'json' in value ? (value as Answer) : { json: value };
}
