import { edgeId, type FlowNodeData } from '@tendril/contract/flow/flow';
import { type Command, freeNodeId, type Point, shifted } from './canvas-commands.ts';
import type { CanvasDoc, CanvasEdge, CanvasNode } from './canvas-doc.ts';
import { freePlace } from './free-place.ts';
import { nodeWidth } from './node-layout.ts';
import { inputPorts } from './node-ports.ts';

const referencePattern = /^\{\{([^{}]+)\.data\.instance\}\}$/;

/** A new id for every node that is copied. */
function newIds(doc: CanvasDoc, originals: readonly CanvasNode[]): Map<string, string> {
  const ids = new Map<string, string>();
  const nodes = [...doc.nodes];
  for (const original of originals) {
    const id = freeNodeId({ ...doc, nodes }, original.data.name);
    ids.set(original.id, id);
    nodes.push({ ...original, id });
  }
  return ids;
}

/** Writes the copy's id into the ids of its ports, options included. */
function withOwnIds<T extends { [key: string]: unknown }>(port: T, from: string, to: string): T {
  const id =
    typeof port['id'] === 'string' && port['id'].startsWith(`${from}-`)
      ? to + port['id'].slice(from.length)
      : port['id'];
  const options = port['options'];
  const isPort = (option: unknown): option is Record<string, unknown> =>
    typeof option === 'object' && option !== null;
  return {
    ...port,
    ...(id !== undefined && { id }),
    ...(Array.isArray(options) && {
      options: options.map((option) => (isPort(option) ? withOwnIds(option, from, to) : option)),
    }),
  };
}

/** A connection inside the copied set leads to the copy; one to the outside is not copied. */
function copiedReference(value: unknown, ids: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(value)) {
    const kept = value.map((one) => copiedReference(one, ids)).filter((one) => one !== '');
    return kept.length > 0 ? kept : '';
  }
  const source = typeof value === 'string' ? referencePattern.exec(value)?.[1] : undefined;
  if (source === undefined) return value;
  const copy = ids.get(source);
  return copy === undefined ? '' : `{{${copy}.data.instance}}`;
}

function copyInputs(
  data: FlowNodeData,
  to: string,
  ids: ReadonlyMap<string, string>,
): Record<string, unknown> {
  const anchors = new Set(inputPorts(data).flatMap((port) => (port.isParam ? [] : port.name)));
  const tabKeyEnd = `_${data.id}`;
  return Object.fromEntries(
    Object.entries(data.inputs ?? {}).map(([name, value]) => [
      // Keys such as `<tab>_<node id>` carry the node's own id.
      name.endsWith(tabKeyEnd) ? `${name.slice(0, -tabKeyEnd.length)}_${to}` : name,
      anchors.has(name) ? copiedReference(value, ids) : value,
    ]),
  );
}

function copyData(data: FlowNodeData, to: string, ids: ReadonlyMap<string, string>): FlowNodeData {
  const own = <T extends { [key: string]: unknown }>(ports: T[] | undefined) =>
    ports?.map((port) => withOwnIds(port, data.id, to));
  return {
    ...structuredClone(data),
    id: to,
    ...(data.inputParams && { inputParams: own(data.inputParams) }),
    ...(data.inputAnchors && { inputAnchors: own(data.inputAnchors) }),
    ...(data.outputAnchors && { outputAnchors: own(data.outputAnchors) }),
    inputs: copyInputs(data, to, ids),
  };
}

function copyEdge(edge: CanvasEdge, ids: ReadonlyMap<string, string>): CanvasEdge[] {
  const source = ids.get(edge.source);
  const target = ids.get(edge.target);
  if (source === undefined || target === undefined) return [];
  const sourceHandle = source + edge.sourceHandle.slice(edge.source.length);
  const targetHandle = target + edge.targetHandle.slice(edge.target.length);
  const ends = { source, target, sourceHandle, targetHandle };
  return [{ ...edge, ...ends, id: edgeId(ends), selected: false }];
}

/** Where copies go: beside a single node where there is room, a group a little aside. */
function offsetAside(doc: CanvasDoc, originals: readonly CanvasNode[]): Point {
  const [only] = originals;
  if (!only || originals.length > 1) return { x: 40, y: 40 };
  const { x, y } = only.position;
  const place = freePlace(doc.nodes, { x: x + nodeWidth + 40, y });
  return { x: place.x - x, y: place.y - y };
}

/** Copies nodes with the edges between them; the copies stand aside and are selected. */
export function duplicateNodes(nodeIds: ReadonlySet<string>): Command {
  return (doc) => {
    const originals = doc.nodes.filter((node) => nodeIds.has(node.id));
    const ids = newIds(doc, originals);
    const offset = offsetAside(doc, originals);
    const copies = originals.map((node) => {
      const id = ids.get(node.id) ?? node.id;
      return {
        ...node,
        id,
        position: shifted(node.position, offset),
        data: copyData(node.data, id, ids),
        selected: true,
      };
    });
    const others = doc.nodes.map((node) => (node.selected ? { ...node, selected: false } : node));
    return {
      nodes: [...others, ...copies],
      edges: [...doc.edges, ...doc.edges.flatMap((edge) => copyEdge(edge, ids))],
    };
  };
}
