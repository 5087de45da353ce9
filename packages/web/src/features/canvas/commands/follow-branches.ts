import {
  agentFlowEdgeData,
  agentFlowOutputId,
  agentFlowOutputOf,
} from '@tendril/contract/flow/agent-flow-node';
import { edgeId } from '@tendril/contract/flow/flow';
import { readGroups } from '@tendril/contract/node/list-value';
import { branchParam, hasElse } from '../document/branch-text.ts';
import type { CanvasDoc, CanvasEdge, CanvasNode } from '../document/canvas-doc.ts';

type Group = Record<string, unknown>;

const isAlike = (one: Group | undefined, other: Group) =>
  one === other || JSON.stringify(one) === JSON.stringify(other);

/** Where each branch is after its groups were added to, moved or taken away; a changed group stays what it was. */
function newPlaces(before: readonly Group[], after: readonly Group[]): (number | undefined)[] {
  const taken = new Set<number>();
  const claim = (place: number) => {
    if (place < 0) return undefined;
    taken.add(place);
    return place;
  };
  const places = before.map((group) =>
    claim(after.findIndex((one, at) => !taken.has(at) && isAlike(group, one))),
  );
  return places.map((place, at) => {
    if (place !== undefined) return place;
    return before.length <= after.length && !taken.has(at) ? claim(at) : undefined;
  });
}

/**
 * The edges of a node that branches follow their conditions or scenarios when those change: what is moved keeps its
 * way on, what is taken away loses it. The outputs that files list follow too.
 */
export function followBranches(
  doc: CanvasDoc,
  nodeId: string,
  values: Readonly<Record<string, unknown>>,
): CanvasDoc {
  const node = doc.nodes.find(({ id }) => id === nodeId);
  const param = node && branchParam(node.data.name);
  if (!node || param === undefined || !(param in values)) return doc;
  const before = readGroups(node.data.inputs?.[param]);
  const after = readGroups(values[param]);
  const places: (number | undefined)[] = newPlaces(before, after);
  if (hasElse(node.data.name)) places.push(after.length);
  const count = after.length + (hasElse(node.data.name) ? 1 : 0);
  const nodes = doc.nodes.map((one) => (one === node ? withOutputs(one, count) : one));
  return { ...doc, nodes, edges: doc.edges.flatMap((edge) => followed(doc, edge, node, places)) };
}

function followed(
  { nodes }: CanvasDoc,
  edge: CanvasEdge,
  node: CanvasNode,
  places: readonly (number | undefined)[],
): CanvasEdge[] {
  const output = edge.source === node.id ? agentFlowOutputOf(edge.sourceHandle, node.id) : undefined;
  if (output === undefined || !/^\d+$/.test(output)) return [edge];
  const place = places[Number(output)];
  if (place === undefined) return [];
  if (place === Number(output)) return [edge];
  const sourceHandle = agentFlowOutputId(node.id, place);
  const ends = { source: edge.source, sourceHandle, target: edge.target, targetHandle: edge.targetHandle };
  const target = nodes.find(({ id }) => id === edge.target);
  const data = target && agentFlowEdgeData(node.data, target.data, sourceHandle);
  return [{ ...edge, ...ends, id: edgeId(ends), kept: { ...edge.kept, ...(data && { data }) } }];
}

function withOutputs(node: CanvasNode, count: number): CanvasNode {
  const { id, name, outputAnchors } = node.data;
  if (outputAnchors?.length === count) return node;
  const label = outputAnchors?.[0]?.label ?? node.data.label;
  const anchors = Array.from({ length: count }, (_, at) => ({ id: agentFlowOutputId(id, at), label, name }));
  return { ...node, data: { ...node.data, outputAnchors: anchors } };
}
