import { edgeId, type FlowGroup, type FlowNodeData } from '@tendril/contract/flow/flow';
import { type Point, shifted } from '../commands/canvas-commands.ts';
import { standingIn, withRoom } from '../commands/settle-nodes.ts';
import type { CanvasDoc, CanvasEdge, CanvasNode } from './canvas-doc.ts';
import { copiedConnection, copiedValue, type NewIds } from './copy-references.ts';
import { withoutPasswords } from './flow-secrets.ts';
import { freeGroupId } from './group-members.ts';
import { inputPorts } from './node-ports.ts';
import { admit } from './step-rules.ts';

/** A new id for every node that is copied: its name with the smallest free number. */
function newIds(doc: CanvasDoc, originals: readonly CanvasNode[]): Map<string, string> {
  const taken = new Set(doc.nodes.map((node) => node.id));
  const ids = new Map<string, string>();
  const nextIndex = new Map<string, number>();
  for (const { id, data } of originals) {
    let index = nextIndex.get(data.name) ?? 0;
    while (taken.has(`${data.name}_${index}`)) index += 1;
    nextIndex.set(data.name, index + 1);
    ids.set(id, `${data.name}_${index}`);
  }
  return ids;
}

/** An anchor's id with the copy's id in front. */
function ownId(id: string, from: string, to: string): string {
  return id === from || id.startsWith(`${from}-`) ? to + id.slice(from.length) : id;
}

/** Writes the copy's id into the ids of its ports, options included. */
function withOwnIds<T extends { [key: string]: unknown }>(port: T, from: string, to: string): T {
  const { id, options } = port;
  const isPort = (option: unknown): option is Record<string, unknown> =>
    typeof option === 'object' && option !== null;
  return {
    ...port,
    ...(typeof id === 'string' && { id: ownId(id, from, to) }),
    ...(Array.isArray(options) && {
      options: options.map((option) => (isPort(option) ? withOwnIds(option, from, to) : option)),
    }),
  };
}

function copyInputs(data: FlowNodeData, from: string, to: string, ids: NewIds): Record<string, unknown> {
  const anchors = new Set(inputPorts(data).flatMap((port) => (port.isParam ? [] : port.name)));
  const tabKeyEnd = `_${from}`;
  return Object.fromEntries(
    Object.entries(data.inputs ?? {}).map(([name, value]) => [
      // Keys such as `<tab>_<node id>` carry the node's own id.
      name.endsWith(tabKeyEnd) ? `${name.slice(0, -tabKeyEnd.length)}_${to}` : name,
      anchors.has(name) ? copiedConnection(value, ids) : copiedValue(value, ids),
    ]),
  );
}

function copyData(original: FlowNodeData, from: string, to: string, ids: NewIds): FlowNodeData {
  const data = withoutPasswords(original);
  const own = <T extends { [key: string]: unknown }>(ports: T[] | undefined) =>
    ports?.map((port) => withOwnIds(port, from, to));
  return {
    ...data,
    id: to,
    ...(data.inputParams && { inputParams: own(data.inputParams) }),
    ...(data.inputAnchors && { inputAnchors: own(data.inputAnchors) }),
    ...(data.outputAnchors && { outputAnchors: own(data.outputAnchors) }),
    inputs: copyInputs(data, from, to, ids),
  };
}

/** A node in an iteration stands in that one's copy, or in the one its own copy lies in. */
function inCopy(doc: CanvasDoc, node: CanvasNode, ids: NewIds): CanvasNode {
  const { containerId, ...free } = node;
  const copy = containerId === undefined ? undefined : ids.get(containerId);
  return copy === undefined ? standingIn(doc.nodes, free) : { ...free, containerId: copy };
}

function copyEdge(edge: CanvasEdge, ids: NewIds): CanvasEdge[] {
  const source = ids.get(edge.source);
  const target = ids.get(edge.target);
  if (source === undefined || target === undefined) return [];
  const sourceHandle = ownId(edge.sourceHandle, edge.source, source);
  const targetHandle = ownId(edge.targetHandle, edge.target, target);
  const ends = { source, target, sourceHandle, targetHandle };
  const { file: _, ...drawn } = edge;
  return [{ ...drawn, ...ends, id: edgeId(ends), selected: false }];
}

/** The groups whose nodes are all copied. */
function copyGroups(doc: CanvasDoc, groups: readonly FlowGroup[], ids: NewIds): FlowGroup[] {
  const copies: FlowGroup[] = [];
  for (const group of groups) {
    const nodeIds = group.nodeIds.flatMap((id) => ids.get(id) ?? []);
    if (nodeIds.length === 0 || nodeIds.length < group.nodeIds.length) continue;
    copies.push({ ...group, id: freeGroupId([...doc.groups, ...copies]), nodeIds });
  }
  return copies;
}

/**
 * Adds copies of nodes to a drawing, with the edges between them and the groups they make up whole: under ids of
 * their own, moved by an offset, selected, their references leading to each other. Passwords are not copied: what
 * the canvas knows of a stored one is a mask that stands for the original node's.
 */
export function withCopies(
  doc: CanvasDoc,
  from: Pick<CanvasDoc, 'edges' | 'groups'>,
  given: readonly CanvasNode[],
  offset: Point,
): CanvasDoc {
  const { admitted: originals } = admit(doc.nodes, given);
  if (originals.length === 0) return doc;
  const ids = newIds(doc, originals);
  const copies = originals.map((node): CanvasNode => {
    const id = ids.get(node.id) ?? node.id;
    const { file: _, ...drawn } = node;
    const copy: CanvasNode = {
      ...drawn,
      id,
      position: shifted(node.position, offset),
      data: copyData(node.data, node.id, id, ids),
      selected: true,
    };
    return inCopy(doc, copy, ids);
  });
  const copied = new Set(copies.map(({ id }) => id));
  const others = doc.nodes.map((node) => (node.selected ? { ...node, selected: false } : node));
  return {
    ...doc,
    nodes: withRoom([...others, ...copies], copied),
    edges: [...doc.edges, ...from.edges.flatMap((edge) => copyEdge(edge, ids))],
    groups: [...doc.groups, ...copyGroups(doc, from.groups, ids)],
  };
}
