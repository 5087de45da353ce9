import type { FlowData } from '@tendril/contract/flow/flow';

/** Node names in order of appearance, each with its number of occurrences; what lists know of a flow. */
type NodeCounts = [name: string, count: number][];

/** Counts a flow's nodes by name; notes do not count. */
export function countNodes(flow: FlowData): NodeCounts {
  const counts = new Map<string, number>();
  for (const { data } of flow.nodes) {
    if (data.name.startsWith('stickyNote')) continue;
    counts.set(data.name, (counts.get(data.name) ?? 0) + 1);
  }
  return [...counts];
}

/** Parses the counts stored in the flow's row. */
export function readNodeCounts(text: string): { nodeNames: string[]; nodeCount: number } {
  const counts = JSON.parse(text) as NodeCounts;
  return {
    nodeNames: counts.map(([name]) => name),
    nodeCount: counts.reduce((sum, [, count]) => sum + count, 0),
  };
}
