import type { FlowData, FlowType } from '@tendril/contract/flow/flow';
import type { NodeTemplate } from '@tendril/contract/node/node-template';
import type { LoggedEvent } from '@tendril/contract/run-event';
import { applyEdgeChanges, applyNodeChanges, type EdgeChange, type NodeChange } from '@xyflow/react';
import { createStore, type StoreApi } from 'zustand';
import { notify } from '../../../kit/state/notifier-store.ts';
import { agentFlowTexts } from '../../../kit/texts/en/agent-flow.ts';
import { say } from '../../../kit/texts/texts.ts';
import type { Command, Point } from '../commands/canvas-commands.ts';
import { moveTo } from '../commands/move-to.ts';
import { applyRunEventToCanvas, noRun, type RunMarks } from '../run/run-marks.ts';
import { type DrawLevel, drawLevelAt, fullLevel } from '../view/draw-level.ts';
import { hasFailed, laidOut, onlySelected } from '../view/lay-out.ts';
import { labelledByName } from '../view/own-name.ts';
import { type CanvasDoc, type CanvasEdge, type CanvasNode, toCanvasDoc, withLayout } from './canvas-doc.ts';
import { clipNotes } from './clip-notes.ts';
import { type CanvasHistory, type CommandOptions, closed, noHistory, record } from './history-steps.ts';
import { isSameDoc } from './same-doc.ts';

/** An edge being drawn: its source handle and the handles where it can end. */
export interface Connecting {
  nodeId: string;
  handleId: string;
  isFromOutput: boolean;
  fitting: ReadonlySet<string>;
}

/** The parameter that the inspector focuses; a new object for each request. */
interface FocusRequest {
  nodeId: string;
  name: string;
}

/** One open canvas: the drawing and how it is looked at. */
export interface CanvasState extends CanvasDoc {
  kind: FlowType;
  templates: ReadonlyMap<string, NodeTemplate>;
  level: DrawLevel;
  /**
   * The mark of the drawing's content: every change gives it a new number, undo and redo give back the number that
   * content had. So a save that remembers it knows whether the drawing is still, or again, what was saved.
   */
  edits: number;
  history: CanvasHistory;
  /** What was last pasted as a whole flow, with the mark it left the drawing at. */
  pasted: { flow: FlowData; edits: number } | null;
  /** The node shown in the inspector: the only selected one. */
  selectedId: string | null;
  connecting: Connecting | null;
  focusRequest: FocusRequest | null;
  run: RunMarks;
  /** Names of stored secrets by id. */
  credentialNames: Readonly<Record<string, string>>;
  isLocked: boolean;
  mode: 'select' | 'pan';
}

export type CanvasStore = StoreApi<CanvasState>;

/** The store of one canvas; it is discarded with the screen. */
export function createCanvasStore(kind: FlowType): CanvasStore {
  return createStore<CanvasState>(() => ({
    kind,
    nodes: [],
    edges: [],
    templates: new Map(),
    level: fullLevel,
    groups: [],
    kept: {},
    edits: 0,
    history: noHistory,
    pasted: null,
    selectedId: null,
    connecting: null,
    focusRequest: null,
    run: noRun,
    credentialNames: {},
    isLocked: false,
    mode: 'select',
  }));
}

/** What of the state is saved. */
export function docOf({ nodes, edges, groups, kept }: CanvasDoc): CanvasDoc {
  return { nodes, edges, groups, kept };
}

/**
 * Changes the drawing: the one way in for mouse, keyboard, palette and inspector alike. Each call is a step of the
 * history; calls of one group in a burst are one. A command that only selects is none.
 */
export function runCommand(store: CanvasStore, command: Command, options: CommandOptions = {}): void {
  store.setState((state) => {
    const before = docOf(state);
    const next = command(before);
    if (next === before) return state;
    const nodes = laidOut(next.nodes, state.nodes, state);
    const after = docOf({ ...next, nodes });
    const drawn = { ...after, selectedId: onlySelected(nodes) };
    if (isSameDoc(before, after)) return isSameSelection(before, after) ? state : drawn;
    const group = options.group ?? command.group;
    return { ...drawn, ...record(state, before, after, { ...options, group }) };
  });
}

const isSameSelection = (before: CanvasDoc, after: CanvasDoc) =>
  before.nodes.every((node, at) => node.selected === after.nodes[at]?.selected) &&
  before.edges.every((edge, at) => edge.selected === after.edges[at]?.selected);

/** Opens a saved flow in the store; its history starts here. */
export function openFlow(store: CanvasStore, flow: FlowData): void {
  const { level, history, templates } = store.getState();
  const doc = toCanvasDoc(flow, level);
  const nodes = doc.nodes.map((node) => {
    const data = labelledByName(node.data, templates.get(node.data.name)?.label);
    return data === node.data ? node : withLayout({ ...node, data }, level);
  });
  store.setState({
    ...doc,
    nodes,
    edits: 0,
    // A save of the previous flow that is still in progress must not match this mark.
    history: { ...noHistory, lastEdit: history.lastEdit },
    pasted: null,
    selectedId: null,
    run: noRun,
  });
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
  if (places.size === 0) return;
  const dragging = changes.find((change) => change.type === 'position')?.dragging;
  if (dragging === undefined) {
    runCommand(store, moveTo(places));
    return;
  }
  const { edges } = store.getState();
  runCommand(store, moveTo(places, { isHeld: dragging }), { group: 'drag', isHeld: true });
  if (dragging) return;
  store.setState((state) => closed(state, docOf(state)));
  const cut = edges.length - store.getState().edges.length;
  if (cut > 0) notify(say(agentFlowTexts, 'edgesCut', { count: cut }), 'info');
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
  store.setState({ level, nodes: clipNotes(nodes) });
}

/** Shows one more event of a run on the nodes. */
export function showRunEvent(store: CanvasStore, event: LoggedEvent): void {
  showRun(store, applyRunEventToCanvas(store.getState().run, event));
}

/** Shows a run on the nodes as it stands, or as it stood at a moment. */
export function showRun(store: CanvasStore, run: RunMarks): void {
  store.setState((state) => {
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
