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
import { layoutFrame, layoutTile } from '../view/tile-layout.ts';
import { writtenFileNode } from './file-node.ts';
import { onlyMembers } from './group-members.ts';
import { type FrameSize, isIteration, newFrame } from './iterations.ts';

/**
 * A node as the canvas holds it, its place always that on the canvas; `kept` are keys of the file that the canvas does
 * not use, `file` is the node as it was read.
 */
export type CanvasNode = Node<FlowNodeData, string> & {
  isDisabled?: boolean | undefined;
  pinned?: PinnedOutput | undefined;
  /** The iteration it stands in. */
  containerId?: string | undefined;
  /** The size of an iteration's frame. */
  frame?: FrameSize | undefined;
  kept?: Record<string, unknown>;
  file?: FlowNode | undefined;
};
export type CanvasEdge = Edge & {
  sourceHandle: string;
  targetHandle: string;
  kept?: Record<string, unknown>;
  file?: FlowEdge | undefined;
};

/** What commands change and what is saved; `kept` are keys of the flow that the canvas does not use. */
export interface CanvasDoc {
  nodes: CanvasNode[];
  edges: CanvasEdge[];
  groups: FlowGroup[];
  kept?: Readonly<Record<string, unknown>> | undefined;
}

/** The drawing's own keys: rewritten at each save or not at all. */
const drawnKeys = new Set([
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
const nodeKeys = new Set([...drawnKeys, 'parentNode', 'extent']);
const flowKeys = new Set(['nodes', 'edges', 'groups']);
const edgeKeys = new Set(['id', 'type', 'source', 'target', 'sourceHandle', 'targetHandle', 'selected']);

const rest = (record: Record<string, unknown>, used: ReadonlySet<string>) =>
  Object.fromEntries(Object.entries(record).filter(([key]) => !used.has(key)));

export const isNote = (data: FlowNodeData): boolean =>
  data.name === 'stickyNote' || data.name === 'stickyNoteAgentflow';

/** Nodes take the focus but are no stops for Tab: the drawing is one stop, and arrow keys walk it. */
const noStop = { tabIndex: -1 };

/** The width that a file gives a node, as long as its data is the file's. */
function storedWidth({
  data,
  file,
}: {
  data: FlowNodeData;
  file?: FlowNode | undefined;
}): number | undefined {
  const width = file?.data === data ? file['width'] : undefined;
  return typeof width === 'number' ? width : undefined;
}

function layoutOf(node: Parameters<typeof fullBox>[0], level: DrawLevel, hasError = false) {
  if (isNote(node.data)) return layoutNote(node.data, level);
  if (node.frame) return layoutFrame(node.data, node.frame, level);
  if (node.type === 'agentFlow')
    return layoutTile(node.data, level, { hasError, storedWidth: storedWidth(node) });
  return layoutNode(node.data, level, hasError);
}

/** The node with its box and handles as they are drawn at a level. */
export function withLayout(node: CanvasNode, level: DrawLevel, hasError = false): CanvasNode {
  const layout = layoutOf(node, level, hasError);
  const { width, height, handles } = layout;
  const measured = { width, height };
  const drawn = { ...node, width, height, handles, measured };
  return {
    ...drawn,
    ariaLabel: node.data.label,
    domAttributes: noStop,
    // A note grows as the view goes out: then it lies under the nodes it reaches. A frame lies under all.
    ...(isNote(node.data) && { zIndex: -1 }),
    ...(node.frame && { zIndex: -2 }),
  };
}

const isSize = (value: unknown): value is FrameSize =>
  typeof value === 'object' &&
  value !== null &&
  ['width', 'height'].every((key) => typeof Reflect.get(value, key) === 'number');

/** The frame of an iteration of a file: its style, or the size it was drawn at. */
function frameOf(node: FlowNode): FrameSize | undefined {
  if (!isIteration(node)) return undefined;
  const { style } = node;
  const { width, height } = isSize(style) ? style : isSize(node) ? node : newFrame;
  return { width, height };
}

/** The iteration that a node of a file stands in; its place is relative to that one's. */
function containerOfFile(node: FlowNode, byId: ReadonlyMap<string, FlowNode>): FlowNode | undefined {
  const parent = byId.get(String(node['parentNode'] ?? ''));
  return parent && parent !== node && isIteration(parent) ? parent : undefined;
}

/** A node of a flow file for the canvas. */
function toCanvasNode(node: FlowNode, byId: ReadonlyMap<string, FlowNode>, level: DrawLevel): CanvasNode {
  const container = containerOfFile(node, byId);
  const [x, y] = [
    node.position.x + (container?.position.x ?? 0),
    node.position.y + (container?.position.y ?? 0),
  ];
  const { id, data, isDisabled, pinned } = node;
  const base: CanvasNode = { id, type: node.type ?? 'customNode', position: { x, y }, data };
  const frame = frameOf(node);
  if (isDisabled) base.isDisabled = true;
  if (pinned) base.pinned = pinned;
  if (container) base.containerId = container.id;
  if (frame) base.frame = frame;
  // An unknown container stays in the file.
  const kept = rest(node, container ? nodeKeys : drawnKeys);
  return withLayout({ ...base, kept, file: node }, level);
}

function toCanvasEdge(edge: FlowEdge): CanvasEdge {
  const { source, target, sourceHandle, targetHandle } = edge;
  const ends = { source, target, sourceHandle, targetHandle };
  return {
    ...ends,
    id: edge.id ?? edgeId(ends),
    type: edge.type ?? 'buttonedge',
    kept: rest(edge, edgeKeys),
    file: edge,
  };
}

/** A flow for the canvas; edges without both nodes are dropped, and so are empty groups. */
export function toCanvasDoc(flow: FlowData, level: DrawLevel): CanvasDoc {
  const ids = new Map(flow.nodes.map((node) => [node.id, node]));
  return {
    nodes: flow.nodes.map((node) => toCanvasNode(node, ids, level)),
    edges: flow.edges.filter((edge) => ids.has(edge.source) && ids.has(edge.target)).map(toCanvasEdge),
    groups: onlyMembers(flow.groups ?? [], (id) => ids.has(id)),
    kept: rest(flow, flowKeys),
  };
}

// What did not change since the last save is not rewritten: a save of a large flow costs what was edited.
const boxes = new WeakMap<FlowNodeData, FrameSize>();
const writtenNodes = new WeakMap<CanvasNode, { written: FlowNode; container: CanvasNode | undefined }>();
const writtenEdges = new WeakMap<CanvasEdge, FlowEdge>();

/** The size of a node at full size, whatever it is drawn at now. */
export function fullBox(node: {
  data: FlowNodeData;
  type?: string | undefined;
  frame?: FrameSize | undefined;
  file?: FlowNode | undefined;
}): FrameSize {
  const { data, frame } = node;
  if (frame) return frame;
  let box = boxes.get(data);
  if (!box) {
    const { width, height } = layoutOf(node, fullLevel);
    box = { width, height };
    boxes.set(data, box);
  }
  return box;
}

function toFlowNode(node: CanvasNode, container: CanvasNode | undefined): FlowNode {
  const { id, type, position, data, kept, isDisabled, pinned, frame, file } = node;
  const { x, y } = position;
  const place = container ? { x: x - container.position.x, y: y - container.position.y } : { x, y };
  if (file) {
    return writtenFileNode(file, node, container?.position, {
      position: place,
      type,
      data,
      isDisabled: isDisabled ? true : undefined,
      pinned,
      parentNode: container?.id,
      extent: container && 'parent',
    });
  }
  return {
    ...kept,
    id,
    type,
    position: place,
    positionAbsolute: { x, y },
    ...(container && { parentNode: container.id, extent: 'parent' }),
    ...fullBox(node),
    ...(frame && { style: { ...frame } }),
    data: { ...data, selected: false },
    selected: false,
    dragging: false,
    ...(isDisabled && { isDisabled }),
    ...(pinned && { pinned }),
  };
}

function writtenNode(node: CanvasNode, byId: ReadonlyMap<string, CanvasNode>): FlowNode {
  const container = node.containerId === undefined ? undefined : byId.get(node.containerId);
  const known = writtenNodes.get(node);
  if (known && known.container?.position === container?.position && known.container?.id === container?.id)
    return known.written;
  const written = toFlowNode(node, container);
  writtenNodes.set(node, { written, container });
  return written;
}

function toFlowEdge(edge: CanvasEdge): FlowEdge {
  const { id, type, source, target, sourceHandle, targetHandle, kept, file } = edge;
  const isAsRead =
    file !== undefined &&
    file.type === type &&
    file.id === id &&
    file.source === source &&
    file.target === target &&
    file.sourceHandle === sourceHandle &&
    file.targetHandle === targetHandle;
  return isAsRead ? file : { ...kept, id, type, source, sourceHandle, target, targetHandle };
}

function writtenEdge(edge: CanvasEdge): FlowEdge {
  let written = writtenEdges.get(edge);
  if (!written) {
    written = toFlowEdge(edge);
    writtenEdges.set(edge, written);
  }
  return written;
}

/**
 * The canvas as a flow file: every key we do not know stays. Nodes that did not change are the same objects as last
 * time: read them, never write into them.
 */
export function toFlowData(doc: CanvasDoc, viewport?: { x: number; y: number; zoom: number }): FlowData {
  const byId = new Map(doc.nodes.map((node) => [node.id, node]));
  return {
    ...doc.kept,
    nodes: doc.nodes.map((node) => writtenNode(node, byId)),
    edges: doc.edges.map(writtenEdge),
    ...(doc.groups.length > 0 && { groups: doc.groups }),
    ...(viewport && { viewport }),
  };
}
