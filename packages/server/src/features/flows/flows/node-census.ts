import type { FlowData } from '@tendril/contract/flow/flow';

/** Node names in order of appearance, each with how often it is drawn; what lists know of a flow. */
export type NodeCensus = [name: string, count: number][];

/** Counts a flow's nodes by name; notes are no nodes. */
export function takeCensus(flow: FlowData): NodeCensus {
  const counts = new Map<string, number>();
  for (const { data } of flow.nodes) {
    if (data.name.startsWith('stickyNote')) continue;
    counts.set(data.name, (counts.get(data.name) ?? 0) + 1);
  }
  return [...counts];
}

/** Reads a census as the flow's row keeps it. */
export function readCensus(text: string): { nodeNames: string[]; nodeCount: number } {
  const census = JSON.parse(text) as NodeCensus;
  return {
    nodeNames: census.map(([name]) => name),
    nodeCount: census.reduce((sum, [, count]) => sum + count, 0),
  };
}
