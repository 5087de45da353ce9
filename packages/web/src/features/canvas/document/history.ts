import { drawnNode, onlySelected } from '../view/lay-out.ts';
import type { CanvasDoc, CanvasNode } from './canvas-doc.ts';
import { type CanvasState, type CanvasStore, docOf } from './canvas-store.ts';
import { type CanvasHistory, closed, type HistoryStep } from './history-steps.ts';
import { isSameEdge, isSameNode } from './same-doc.ts';

/** Whether there is a step to undo; a locked canvas is never changed. */
export const canUndo = (state: Pick<CanvasState, 'history' | 'isLocked'>): boolean =>
  !state.isLocked && state.history.past.length > 0;

/** Whether there is a step to redo. */
export const canRedo = (state: Pick<CanvasState, 'history' | 'isLocked'>): boolean =>
  !state.isLocked && state.history.future.length > 0;

/** Undoes the last step and selects what changed; returns those nodes' ids, or undefined without a step. */
export function undo(store: CanvasStore): ReadonlySet<string> | undefined {
  const state = store.getState();
  const step = state.history.past.at(-1);
  if (!step || !canUndo(state)) return undefined;
  const { past, future, lastEdit } = state.history;
  const here: HistoryStep = { doc: docOf(state), edits: state.edits };
  return goTo(store, step, { past: past.slice(0, -1), future: [here, ...future], open: null, lastEdit });
}

/** Redoes the last undone step, and selects what changed. */
export function redo(store: CanvasStore): ReadonlySet<string> | undefined {
  const state = store.getState();
  const [step, ...future] = state.history.future;
  if (!step || !canRedo(state)) return undefined;
  const { past, lastEdit } = state.history;
  const here: HistoryStep = { doc: docOf(state), edits: state.edits };
  return goTo(store, step, { past: [...past, here], future, open: null, lastEdit });
}

/** Ends the step that commands of the same group still belong to: a drag is over, a field has lost the focus. */
export function endStep(store: CanvasStore): void {
  if (store.getState().history.open) store.setState((state) => closed(state, docOf(state)));
}

/** Ends a burst of typing; a drag in progress continues. */
export function endTyping(store: CanvasStore): void {
  if (store.getState().history.open?.isHeld === false) endStep(store);
}

function goTo(store: CanvasStore, step: HistoryStep, history: CanvasHistory): ReadonlySet<string> {
  const state = store.getState();
  const changed = changedNodes(state, step.doc);
  const nodes = restoredNodes(state, step.doc, changed);
  const edges = restoredEdges(state, step.doc, changed.size === 0);
  const { groups, kept } = step.doc;
  store.setState({
    ...{ nodes, edges, groups, kept, history },
    edits: step.edits,
    selectedId: onlySelected(nodes),
  });
  return changed;
}

/** The nodes that are other after going from one document to another; those of a changed group when no node is. */
function changedNodes(from: CanvasDoc, to: CanvasDoc): Set<string> {
  const present = new Map(from.nodes.map((node) => [node.id, node]));
  const isOther = (node: CanvasNode) => {
    const now = present.get(node.id);
    return !now || !isSameNode(now, node);
  };
  const changed = new Set(to.nodes.filter(isOther).map((node) => node.id));
  if (changed.size > 0 || from.groups === to.groups) return changed;
  const others = [...to.groups, ...from.groups].filter(
    (group) => !(to.groups.includes(group) && from.groups.includes(group)),
  );
  const exists = new Set(to.nodes.map((node) => node.id));
  return new Set(others.flatMap((group) => group.nodeIds.filter((id) => exists.has(id))));
}

/** The document's nodes as the canvas draws them now; those that did not change keep their identity. */
function restoredNodes(state: CanvasState, to: CanvasDoc, changed: ReadonlySet<string>): CanvasNode[] {
  const present = new Map(state.nodes.map((node) => [node.id, node]));
  return to.nodes.map((node) => {
    const now = present.get(node.id);
    const selected = changed.has(node.id);
    if (!now || !isSameNode(now, node)) return { ...drawnNode(node, state), selected };
    return (now.selected === true) === selected ? now : { ...now, selected };
  });
}

function restoredEdges(state: CanvasState, to: CanvasDoc, isSelecting: boolean): CanvasDoc['edges'] {
  const present = new Map(state.edges.map((edge) => [edge.id, edge]));
  const edges = to.edges.map((edge) => {
    const now = present.get(edge.id);
    const isSame = now !== undefined && isSameEdge(now, edge);
    const selected = !isSame && isSelecting;
    const shown = isSame ? now : edge;
    return (shown.selected === true) === selected ? shown : { ...shown, selected };
  });
  // React Flow looks nothing up again in the same array.
  const isSame = edges.length === state.edges.length && edges.every((edge, at) => edge === state.edges[at]);
  return isSame ? state.edges : edges;
}
