import { type ConditionOutput, conditionOptions } from '@tendril/contract/flow/condition-outputs';
import { type Command, remove } from './canvas-commands.ts';

/** One per name, in code unit order of the labels: the order they are stored in. */
function sorted(outputs: readonly ConditionOutput[]): ConditionOutput[] {
  const byName = new Map<string, ConditionOutput>();
  for (const output of outputs) if (!byName.has(output.name)) byName.set(output.name, output);
  return [...byName.values()].sort((one, other) => (one.label < other.label ? -1 : 1));
}

/**
 * Gives a condition the outputs that its items or code define, and keeps the values that define them; edges from
 * outputs that are gone go too. All of it is one step.
 */
export function setConditionOutputs(
  nodeId: string,
  outputs: readonly ConditionOutput[],
  values: Readonly<Record<string, unknown>> = {},
): Command {
  return (doc) => {
    const node = doc.nodes.find((candidate) => candidate.id === nodeId);
    if (!node) return doc;
    const options = conditionOptions(nodeId, sorted(outputs)).map((option) => ({ ...option }));
    const outputAnchors = [{ name: 'output', label: 'Output', type: 'options', options }];
    const inputs = { ...node.data.inputs, ...values };
    const changed = { ...node, data: { ...node.data, inputs, outputAnchors } };
    const ids = new Set(options.map((option) => option.id));
    const dead = doc.edges.filter((edge) => edge.source === nodeId && !ids.has(edge.sourceHandle));
    const nodes = doc.nodes.map((candidate) => (candidate === node ? changed : candidate));
    return remove(
      [],
      dead.map((edge) => edge.id),
    )({ ...doc, nodes });
  };
}
