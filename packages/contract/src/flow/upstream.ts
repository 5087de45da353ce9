import { parseAnchorId } from './anchor-id.ts';
import type { FlowData, FlowNode } from './flow.ts';

/** Pipeline nodes whose answers later nodes may use. */
const speaking = new Set(['seqAgent', 'seqLLMNode', 'seqToolNode', 'seqCustomFunction', 'seqExecuteFlow']);

/**
 * The nodes whose output may be picked as a variable in an input of `nodeId`: along the whole chain for a node of the
 * category Sequential Agents, else the sources wired to that very input.
 */
export function upstreamNodes(
  flow: FlowData,
  nodeId: string,
  input: { name: string; type: string },
): FlowNode[] {
  const byId = new Map(flow.nodes.map((node) => [node.id, node]));
  const target = byId.get(nodeId);
  const sourcesOf = (fits: (targetHandle: string) => boolean) =>
    flow.edges.filter((edge) => fits(edge.targetHandle)).flatMap((edge) => byId.get(edge.source) ?? []);

  if (target?.data.category !== 'Sequential Agents') {
    // By name alone: the type at the end may be that of an older version of the node.
    return [
      ...new Set(sourcesOf((targetHandle) => parseAnchorId(targetHandle, nodeId)?.name === input.name)),
    ];
  }

  const found = new Map<string, FlowNode>();
  const seen = new Set<string>([nodeId]);
  const queue = [nodeId];
  for (let id = queue.shift(); id !== undefined; id = queue.shift()) {
    const prefix = `${id}-input-sequentialNode`;
    for (const source of sourcesOf((targetHandle) => targetHandle.startsWith(prefix))) {
      if (seen.has(source.id)) continue;
      seen.add(source.id);
      queue.push(source.id);
      if (speaking.has(source.data.name)) found.set(source.id, source);
    }
  }
  return [...found.values()];
}
