import type { FlowEdge, FlowNode } from '@tendril/contract/flow/flow';
import { type InputPort, inputPorts } from '../canvas/document/node-ports.ts';
import { referenceTo } from '../canvas/document/node-references.ts';
import { sameValue } from './same-value.ts';

const asList = (value: unknown): unknown[] => (Array.isArray(value) ? value : value ? [value] : []);

function rewired(
  value: unknown,
  port: InputPort,
  present: readonly FlowEdge[],
  past: readonly FlowEdge[],
): unknown {
  const at = (edges: readonly FlowEdge[]) =>
    edges.flatMap((edge) => (edge.targetHandle === port.id ? referenceTo(edge.source) : []));
  const wanted = at(present);
  const known = new Set(at(past));
  const before = asList(value);
  // A reference that never had an edge came with the file and stays.
  const kept = before.filter((one) => wanted.includes(one as string) || !known.has(one as string));
  const list = [...kept, ...wanted.filter((reference) => !kept.includes(reference))];
  if (sameValue(list, before)) return value;
  if (list.length === 0) return '';
  return port.isList ? list : list.at(-1);
}

/**
 * Writes into each node what its edges say it is fed with. `past` are all edges that any version had: what an edge
 * wrote goes with it.
 */
export function rewireInputs(
  nodes: readonly FlowNode[],
  present: readonly FlowEdge[],
  past: readonly FlowEdge[],
): FlowNode[] {
  const into = (edges: readonly FlowEdge[]) => Map.groupBy(edges, (edge) => edge.target);
  const [presentOf, pastOf] = [into(present), into(past)];
  return nodes.map((node) => {
    if (!pastOf.has(node.id)) return node;
    const inputs = { ...node.data.inputs };
    let isOther = false;
    for (const port of inputPorts(node.data)) {
      if (port.isParam) continue;
      const value = rewired(inputs[port.name], port, presentOf.get(node.id) ?? [], pastOf.get(node.id) ?? []);
      if (value === inputs[port.name]) continue;
      inputs[port.name] = value;
      isOther = true;
    }
    return isOther ? { ...node, data: { ...node.data, inputs } } : node;
  });
}
