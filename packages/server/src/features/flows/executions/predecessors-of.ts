import type { FlowData } from '@tendril/contract/flow/flow';
import type { Predecessors } from './executed-nodes.ts';

/** Which nodes lead to a node, by the edges of a drawing. */
export function predecessorsOf({ edges }: Pick<FlowData, 'edges'>): Predecessors {
  const sources = new Map<string, string[]>();
  for (const { source, target } of edges) sources.set(target, [...(sources.get(target) ?? []), source]);
  return (nodeId) => sources.get(nodeId) ?? [];
}
