import {
  edgeId,
  type FlowData,
  type FlowEdge,
  type FlowNode,
  type FlowNodeData,
} from '@tendril/contract/flow/flow';
import type { Edge, Node } from '@xyflow/react';
import { type DrawLevel, fullLevel } from './draw-level.ts';
import { layoutNode, layoutNote } from './node-layout.ts';

/** A node as the canvas holds it; `kept` are keys of the file that the canvas does not use. */
export type CanvasNode = Node<FlowNodeData, string> & { kept?: Record<string, unknown> };
export type CanvasEdge = Edge & {
  sourceHandle: string;
  targetHandle: string;
  kept?: Record<string, unknown>;
};

/** What commands change and what is saved. */
export interface CanvasDoc {
  nodes: CanvasNode[];
  edges: CanvasEdge[];
}

/** The drawing's own keys: written anew at each save or not at all. */
const nodeKeys = new Set([
  'id',
  'type',
  'position',
  'data',
  'selected',
  'width',
  'height',
  'positionAbsolute',
  'dragging',
]);
const edgeKeys = new Set(['id', 'type', 'source', 'target', 'sourceHandle', 'targetHandle', 'selected']);

const rest = (record: Record<string, unknown>, used: ReadonlySet<string>) =>
  Object.fromEntries(Object.entries(record).filter(([key]) => !used.has(key)));

export const isNote = (data: FlowNodeData): boolean =>
  data.name === 'stickyNote' || data.name === 'stickyNoteAgentflow';

/** The node with its box and handles as they are drawn at a level. */
export function withLayout(node: CanvasNode, level: DrawLevel, hasError = false): CanvasNode {
  const layout = isNote(node.data) ? layoutNote(node.data, level) : layoutNode(node.data, level, hasError);
  const { width, height, handles } = layout;
  return { ...node, width, height, handles, measured: { width, height }, ariaLabel: node.data.label };
}

/** A node of a flow file for the canvas. */
export function toCanvasNode(node: FlowNode, level: DrawLevel): CanvasNode {
  const { x, y } = node.position;
  const base = { id: node.id, type: node.type ?? 'customNode', position: { x, y }, data: node.data };
  return withLayout({ ...base, kept: rest(node, nodeKeys) }, level);
}

export function toCanvasEdge(edge: FlowEdge): CanvasEdge {
  const { source, target, sourceHandle, targetHandle } = edge;
  const ends = { source, target, sourceHandle, targetHandle };
  return {
    ...ends,
    id: edge.id ?? edgeId(ends),
    type: edge.type ?? 'buttonedge',
    kept: rest(edge, edgeKeys),
  };
}

/** A flow for the canvas; edges that miss one of their nodes are left out. */
export function toCanvasDoc(flow: FlowData, level: DrawLevel): CanvasDoc {
  const ids = new Set(flow.nodes.map((node) => node.id));
  return {
    nodes: flow.nodes.map((node) => toCanvasNode(node, level)),
    edges: flow.edges.filter((edge) => ids.has(edge.source) && ids.has(edge.target)).map(toCanvasEdge),
  };
}

function toFlowNode(node: CanvasNode): FlowNode {
  const { id, type, position, data, kept } = node;
  const { width, height } = withLayout(node, fullLevel);
  return {
    ...kept,
    id,
    type,
    position: { x: position.x, y: position.y },
    positionAbsolute: { x: position.x, y: position.y },
    width,
    height,
    data: { ...data, selected: false },
    selected: false,
    dragging: false,
  };
}

/** The canvas as a flow file (CANVAS-06): every key we do not know stays. */
export function toFlowData(doc: CanvasDoc, viewport?: { x: number; y: number; zoom: number }): FlowData {
  return {
    nodes: doc.nodes.map(toFlowNode),
    edges: doc.edges.map(({ id, type, source, target, sourceHandle, targetHandle, kept }) => ({
      ...kept,
      id,
      type,
      source,
      sourceHandle,
      target,
      targetHandle,
    })),
    ...(viewport && { viewport }),
  };
}
