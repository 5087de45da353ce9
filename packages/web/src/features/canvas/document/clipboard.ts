import type { FlowData } from '@tendril/contract/flow/flow';
import { sayLeftOut } from '../add/say-left-out.ts';
import type { Point } from '../commands/canvas-commands.ts';
import { pasteFlow } from '../commands/paste-flow.ts';
import { replaceFlow } from '../commands/replace-flow.ts';
import { fullLevel } from '../view/draw-level.ts';
import { toCanvasDoc, toFlowData } from './canvas-doc.ts';
import { type CanvasStore, docOf, runCommand } from './canvas-store.ts';
import { withoutSecrets } from './flow-secrets.ts';
import { type CopyMark, copyMarkKey, type FlowText, readFlowText } from './flow-text.ts';
import { endStep, undo } from './history.ts';
import { withNodesInside } from './iterations.ts';

/**
 * Nodes as text for the clipboard: a flow with the edges between them and the groups they make up whole, without
 * passwords. A mark records where it was copied, so that pasting in the same app can keep the stored secret.
 */
export function copyText(store: CanvasStore, nodeIds: Iterable<string>): string {
  const { templates, ...state } = store.getState();
  const ids = withNodesInside(state.nodes, nodeIds);
  const doc = docOf(state);
  const part = toFlowData({
    nodes: doc.nodes.filter((node) => ids.has(node.id)),
    edges: doc.edges.filter((edge) => ids.has(edge.source) && ids.has(edge.target)),
    groups: doc.groups.filter((group) => group.nodeIds.every((id) => ids.has(id))),
  });
  const mark: CopyMark = { origin: location.origin, isWhole: part.nodes.length === doc.nodes.length };
  return JSON.stringify({ [copyMarkKey]: mark, ...withoutSecrets(part, true, templates) }, null, 2);
}

/** The flow in a text from the clipboard, or undefined when there is none. */
export function readClipboardText(text: string): FlowData | undefined {
  const read = readFlowText(text);
  return read.kind === 'flow' ? read.flow : undefined;
}

/** Where pasted nodes go: to the place pointed at, or near one where they cover no other. */
export interface PastePlace {
  at: Point;
  isClear?: boolean;
}

/**
 * Adds what was read from the clipboard, its middle at a place, in one step. After a whole flow that is not this one
 * itself, the canvas offers to be replaced instead. Returns how many nodes were added.
 */
export function paste(
  store: CanvasStore,
  read: Extract<FlowText, { kind: 'flow' }>,
  { at, isClear = false }: PastePlace,
): number {
  const { templates, nodes } = store.getState();
  const { flow, copied } = read;
  const isOwn = copied?.origin === location.origin;
  const count = sayLeftOut(nodes, toCanvasDoc(flow, fullLevel).nodes);
  if (count === 0) return 0;
  endStep(store);
  runCommand(store, pasteFlow(flow, at, { isOwn, isClear, templates }));
  const present = new Set(nodes.map((node) => node.id));
  const isItself = isOwn && flow.nodes.every((node) => present.has(node.id));
  const isWhole = copied ? copied.isWhole && !isItself : true;
  if (!isWhole || nodes.length === 0) return count;
  const { edits } = store.getState();
  store.setState({ pasted: { flow: withoutSecrets(flow, isOwn, templates), edits } });
  return count;
}

/** Puts the flow that was just pasted in the place of the drawing: one step, instead of the paste's. */
export function replaceByPasted(store: CanvasStore): void {
  const { pasted, edits } = store.getState();
  if (!pasted || pasted.edits !== edits) return;
  undo(store);
  runCommand(store, replaceFlow(pasted.flow));
  store.setState({ pasted: null });
}
