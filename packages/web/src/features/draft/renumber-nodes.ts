import { edgeId, type FlowData, type FlowEdge, type FlowNode } from '@tendril/contract/flow/flow';

type Ids = ReadonlyMap<string, string>;

/** Any expression in double braces: its first word is the node it reads. */
const expression = /\{\{\s*([\w-]+)(?=[.[])/g;

function renamedText(text: string, ids: Ids): string {
  if (!text.includes('{{')) return text;
  return text.replace(expression, (whole, id: string) => {
    const next = ids.get(id);
    return next === undefined ? whole : whole.slice(0, whole.length - id.length) + next;
  });
}

function renamed(value: unknown, ids: Ids): unknown {
  if (typeof value === 'string') return renamedText(value, ids);
  if (Array.isArray(value)) return value.map((one) => renamed(one, ids));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, renamed(one, ids)]));
}

/** Ids of ports begin with the id of their node. */
function withOwnPorts(value: unknown, from: string, to: string): unknown {
  if (Array.isArray(value)) return value.map((one) => withOwnPorts(one, from, to));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => {
      const isOwnId = key === 'id' && typeof one === 'string' && one.startsWith(`${from}-`);
      return [key, isOwnId ? to + one.slice(from.length) : withOwnPorts(one, from, to)];
    }),
  );
}

const portKeys = ['inputParams', 'inputAnchors', 'outputAnchors'] as const;

function renumbered(node: FlowNode, to: string): FlowNode {
  const { id: from, data } = node;
  const ports = portKeys.flatMap((key) =>
    data[key] === undefined ? [] : [[key, withOwnPorts(data[key], from, to)] as const],
  );
  // Keys such as `<tab>_<node id>` carry the node's own id.
  const inputs = Object.entries(data.inputs ?? {}).map(([name, value]) => [
    name.endsWith(`_${from}`) ? `${name.slice(0, -from.length)}${to}` : name,
    value,
  ]);
  const own = { ...data, ...Object.fromEntries(ports), id: to, inputs: Object.fromEntries(inputs) };
  return { ...node, id: to, data: own };
}

function movedEdge(edge: FlowEdge, ids: Ids): FlowEdge {
  const source = ids.get(edge.source) ?? edge.source;
  const target = ids.get(edge.target) ?? edge.target;
  if (source === edge.source && target === edge.target) return edge;
  const ends = {
    source,
    target,
    sourceHandle: source + edge.sourceHandle.slice(edge.source.length),
    targetHandle: target + edge.targetHandle.slice(edge.target.length),
  };
  return { ...edge, ...ends, id: edgeId(ends) };
}

/** Gives nodes other ids and writes them wherever the flow names those nodes: ports, references, edges, groups. */
export function renumberNodes(flow: FlowData, ids: Ids): FlowData {
  if (ids.size === 0) return flow;
  const nodes = flow.nodes.map((node) => {
    const to = ids.get(node.id);
    const own = to === undefined ? node : renumbered(node, to);
    const inputs = renamed(own.data.inputs ?? {}, ids) as Record<string, unknown>;
    return { ...own, data: { ...own.data, inputs } };
  });
  const groups = flow.groups?.map((group) => ({
    ...group,
    nodeIds: group.nodeIds.map((id) => ids.get(id) ?? id),
  }));
  return {
    ...flow,
    nodes,
    edges: flow.edges.map((edge) => movedEdge(edge, ids)),
    ...(groups && { groups }),
  };
}
