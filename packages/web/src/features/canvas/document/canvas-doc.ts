import {
  edgeId,
  type FlowData,
  type FlowEdge,
  type FlowGroup,
  type FlowNode,
  type FlowNodeData,
  type PinnedOutput,
} from '@tendril/contract/flow/flow';
import type { Edge, Node } from '@xyflow/react';
import { type DrawLevel, fullLevel } from '../view/draw-level.ts';
import { layoutNode, layoutNote } from '../view/node-layout.ts';
import { onlyMembers } from './group-members.ts';

/** A node as the canvas holds it; `kept` are keys of the file that the canvas does not use. */
export type CanvasNode = Node<FlowNodeData, string> & {
  isDisabled?: boolean | undefined;
  pinned?: PinnedOutput | undefined;
  kept?: Record<string, unknown>;
};
export type CanvasEdge = Edge & {
  sourceHandle: string;
  targetHandle: string;
  kept?: Record<string, unknown>;
};

/** What commands change and what is saved; `kept` are keys of the flow that the canvas does not use. */
export interface CanvasDoc {
  nodes: CanvasNode[];
  edges: CanvasEdge[];
  groups: FlowGroup[];
  kept?: Readonly<Record<string, unknown>> | undefined;
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
  'isDisabled',
  'pinned',
]);
const flowKeys = new Set(['nodes', 'edges', 'groups']);
const edgeKeys = new Set(['id', 'type', 'source', 'target', 'sourceHandle', 'targetHandle', 'selected']);

const rest = (record: Record<string, unknown>, used: ReadonlySet<string>) =>
  Object.fromEntries(Object.entries(record).filter(([key]) => !used.has(key)));

export const isNote = (data: FlowNodeData): boolean =>
  data.name === 'stickyNote' || data.name === 'stickyNoteAgentflow';

/** Nodes take the focus but are no stops for Tab: the drawing is one stop, and arrow keys walk it. */
const noStop = { tabIndex: -1 };

/** The node with its box and handles as they are drawn at a level. */
export function withLayout(node: CanvasNode, level: DrawLevel, hasError = false): CanvasNode {
  const layout = isNote(node.data) ? layoutNote(node.data, level) : layoutNode(node.data, level, hasError);
  const { width, height, handles } = layout;
  const measured = { width, height };
  const drawn = { ...node, width, height, handles, measured };
  return {
    ...drawn,
    ariaLabel: node.data.label,
    domAttributes: noStop,
    // A note grows as the view goes out: then it lies under the nodes it reaches.
    ...(isNote(node.data) && { zIndex: -1 }),
  };
}

/** A node of a flow file for the canvas. */
function toCanvasNode(node: FlowNode, level: DrawLevel): CanvasNode {
  const { x, y } = node.position;
  const { id, data, isDisabled, pinned } = node;
  const base: CanvasNode = { id, type: node.type ?? 'customNode', position: { x, y }, data };
  if (isDisabled) base.isDisabled = true;
  if (pinned) base.pinned = pinned;
  return withLayout({ ...base, kept: rest(node, nodeKeys) }, level);
}

function toCanvasEdge(edge: FlowEdge): CanvasEdge {
  const { source, target, sourceHandle, targetHandle } = edge;
  const ends = { source, target, sourceHandle, targetHandle };
  return {
    ...ends,
    id: edge.id ?? edgeId(ends),
    type: edge.type ?? 'buttonedge',
    kept: rest(edge, edgeKeys),
  };
}

/** A flow for the canvas; edges without both nodes are dropped, and so are empty groups. */
export function toCanvasDoc(flow: FlowData, level: DrawLevel): CanvasDoc {
  const ids = new Set(flow.nodes.map((node) => node.id));
  return {
    nodes: flow.nodes.map((node) => toCanvasNode(node, level)),
    edges: flow.edges.filter((edge) => ids.has(edge.source) && ids.has(edge.target)).map(toCanvasEdge),
    groups: onlyMembers(flow.groups ?? [], (id) => ids.has(id)),
    kept: rest(flow, flowKeys),
  };
}

// What did not change since the last save is not written anew: a save of a large flow costs what was edited.
const boxes = new WeakMap<FlowNodeData, { width: number; height: number }>();
const writtenNodes = new WeakMap<CanvasNode, FlowNode>();

/** The size of a node at full size, whatever it is drawn at now. */
export function fullBox({ data }: Pick<CanvasNode, 'data'>): { width: number; height: number } {
  let box = boxes.get(data);
  if (!box) {
    const { width, height } = isNote(data) ? layoutNote(data, fullLevel) : layoutNode(data, fullLevel);
    box = { width, height };
    boxes.set(data, box);
  }
  return box;
}

function toFlowNode(node: CanvasNode): FlowNode {
  const { id, type, position, data, kept, isDisabled, pinned } = node;
  return {
    ...kept,
    id,
    type,
    position: { x: position.x, y: position.y },
    positionAbsolute: { x: position.x, y: position.y },
    ...fullBox(node),
    data: { ...data, selected: false },
    selected: false,
    dragging: false,
    ...(isDisabled && { isDisabled }),
    ...(pinned && { pinned }),
  };
}

function writtenNode(node: CanvasNode): FlowNode {
  let written = writtenNodes.get(node);
  if (!written) {
    written = toFlowNode(node);
    writtenNodes.set(node, written);
  }
  return written;
}

/**
 * The canvas as a flow file: every key we do not know stays. Nodes that did not change are the same objects as last
 * time: read them, never write into them.
 */
export function toFlowData(doc: CanvasDoc, viewport?: { x: number; y: number; zoom: number }): FlowData {
  return {
    ...doc.kept,
    nodes: doc.nodes.map(writtenNode),
    edges: doc.edges.map(({ id, type, source, target, sourceHandle, targetHandle, kept }) => ({
      ...kept,
      id,
      type,
      source,
      sourceHandle,
      target,
      targetHandle,
    })),
    ...(doc.groups.length > 0 && { groups: doc.groups }),
    ...(viewport && { viewport }),
  };
}
