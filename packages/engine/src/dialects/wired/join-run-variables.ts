import type { PlannedNode } from '../../flow-plan.ts';
import { ancestorsOf } from '../../ordering.ts';

function variableName(node: PlannedNode): unknown {
  const input = node.inputs.find((candidate) => candidate.name === node.definition.runVariable?.param);
  return input?.kind === 'param' ? input.fixed?.value : undefined;
}

/**
 * Makes a node that reads a run variable wait for those that write it, because no edge expresses that. A writer that
 * itself needs the reader is left out; the reader then sees the previous value.
 */
export function joinRunVariables(nodes: ReadonlyMap<string, PlannedNode>): void {
  const planned = [...nodes.values()];
  const writers = planned.filter((node) => node.definition.runVariable?.access === 'write');
  for (const reader of planned.filter((node) => node.definition.runVariable?.access === 'read')) {
    const name = variableName(reader);
    for (const writer of writers) {
      if (variableName(writer) !== name || ancestorsOf(writer.id, nodes).has(reader.id)) continue;
      if (!reader.dependencies.includes(writer.id)) reader.dependencies.push(writer.id);
    }
  }
}
