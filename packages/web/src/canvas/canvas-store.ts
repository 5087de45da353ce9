import type { FlowData, FlowType } from '@tendril/contract/flow/flow';
import type { NodeTemplate } from '@tendril/contract/node/node-template';
import type { LoggedEvent } from '@tendril/contract/run-event';
import { applyEdgeChanges, applyNodeChanges, type EdgeChange, type NodeChange } from '@xyflow/react';
import { createStore, type StoreApi } from 'zustand';
import { type Command, type Point, placeNodes } from './canvas-commands.ts';
import { type CanvasDoc, type CanvasEdge, type CanvasNode, toCanvasDoc, withLayout } from './canvas-doc.ts';
import { type DrawLevel, drawLevelAt, fullLevel } from './draw-level.ts';
import { applyRunEventToCanvas, noRun, type RunMarks } from './run-marks.ts';

/** An edge that is being drawn: the handle it starts from and the handles it may end at. */
export interface Connecting {
  nodeId: string;
  handleId: string;
  isFromOutput: boolean;
  fitting: ReadonlySet<string>;
}

/** The parameter the inspector puts the cursor into; a new object for each wish. */
export interface FocusWish {
  nodeId: string;
  name: string;
}

/** One open canvas: the drawing and how it is looked at. */
export interface CanvasState extends CanvasDoc {
  kind: FlowType;
  templates: ReadonlyMap<string, NodeTemplate>;
  level: DrawLevel;
  /** Counts the changes of the drawing, so that a save knows whether more came while it was under way. */
  edits: number;
  /** The node the inspector shows: the only selected one. */
  selectedId: string | null;
  connecting: Connecting | null;
  focusWish: FocusWish | null;
  run: RunMarks;
  /** Names of stored secrets by id. */
  credentialNames: Readonly<Record<string, string>>;
  isLocked: boolean;
  mode: 'select' | 'pan';
}

export type CanvasStore = StoreApi<CanvasState>;

/** The store of one canvas; nothing of it outlives the screen. */
export function createCanvasStore(kind: FlowType): CanvasStore {
  return createStore<CanvasState>(() => ({
    kind,
    nodes: [],
    edges: [],
    templates: new Map(),
    level: fullLevel,
    edits: 0,
    selectedId: null,
    connecting: null,
    focusWish: null,
    run: noRun,
    credentialNames: {},
    isLocked: false,
    mode: 'select',
  }));
}

const hasFailed = (run: RunMarks, id: string) => run.nodes[id]?.status === 'error';

/** Lays out what changed since `before`; the rest keeps its identity. */
function laidOut(nodes: CanvasNode[], before: readonly CanvasNode[], state: CanvasState): CanvasNode[] {
  const known = new Map(before.map((node) => [node.id, node.data]));
  return nodes.map((node) =>
    node.width !== undefined && known.get(node.id) === node.data
      ? node
      : withLayout(node, state.level, hasFailed(state.run, node.id)),
  );
}

function onlySelected(nodes: readonly CanvasNode[]): string | null {
  const selected = nodes.filter((node) => node.selected);
  return selected.length === 1 ? (selected[0]?.id ?? null) : null;
}

/** Changes the drawing: the one way in for mouse, keyboard, palette and inspector alike. */
export function runCommand(store: CanvasStore, command: Command): void {
  store.setState((state) => {
    const next = command(state);
    if (next.nodes === state.nodes && next.edges === state.edges) return state;
    const nodes = laidOut(next.nodes, state.nodes, state);
    return { nodes, edges: next.edges, edits: state.edits + 1, selectedId: onlySelected(nodes) };
  });
}

/** Opens a flow in the store, as it was saved. */
export function openFlow(store: CanvasStore, flow: FlowData): void {
  const { level } = store.getState();
  store.setState({ ...toCanvasDoc(flow, level), edits: 0, selectedId: null, run: noRun });
}

/** Takes what React Flow reports of nodes: marks at once, places as a command once the drag has moved something. */
export function changeNodes(store: CanvasStore, changes: NodeChange<CanvasNode>[]): void {
  const places = new Map<string, Point>();
  for (const change of changes) {
    if (change.type === 'position' && change.position) places.set(change.id, change.position);
  }
  // Sizes come from the layout, removal from the commands.
  const marks = changes.filter(
    (change) => change.type === 'select' || (change.type === 'position' && !change.position),
  );
  if (marks.length > 0) {
    store.setState((state) => {
      const nodes = applyNodeChanges(marks, state.nodes);
      return { nodes, selectedId: onlySelected(nodes) };
    });
  }
  if (places.size > 0) runCommand(store, placeNodes(places));
}

/** Takes what React Flow reports of edges: only their selection. */
export function changeEdges(store: CanvasStore, changes: EdgeChange<CanvasEdge>[]): void {
  const marks = changes.filter((change) => change.type === 'select');
  if (marks.length > 0) store.setState((state) => ({ edges: applyEdgeChanges(marks, state.edges) }));
}

/** Selects these nodes and nothing else. */
export function selectNodes(store: CanvasStore, ids: ReadonlySet<string>): void {
  store.setState((state) => {
    const nodes = state.nodes.map((node) =>
      (node.selected === true) === ids.has(node.id) ? node : { ...node, selected: ids.has(node.id) },
    );
    const edges = state.edges.map((edge) => (edge.selected ? { ...edge, selected: false } : edge));
    return { nodes, edges, selectedId: onlySelected(nodes) };
  });
}

/** Draws the nodes for a zoom factor; a new layout only where a drawing level ends. */
export function drawAt(store: CanvasStore, zoom: number): void {
  const level = drawLevelAt(zoom);
  const state = store.getState();
  if (level === state.level) return;
  const nodes = state.nodes.map((node) => withLayout(node, level, hasFailed(state.run, node.id)));
  store.setState({ level, nodes });
}

/** Shows one more event of a run on the nodes. */
export function showRunEvent(store: CanvasStore, event: LoggedEvent): void {
  store.setState((state) => {
    const run = applyRunEventToCanvas(state.run, event);
    if (run === state.run) return state;
    // The row of an error message makes a node higher, or lower again.
    const isOther = (node: CanvasNode) => hasFailed(run, node.id) !== hasFailed(state.run, node.id);
    if (!state.nodes.some(isOther)) return { run };
    const nodes = state.nodes.map((node) =>
      isOther(node) ? withLayout(node, state.level, hasFailed(run, node.id)) : node,
    );
    return { run, nodes };
  });
}
