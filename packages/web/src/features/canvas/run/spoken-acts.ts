import { canvasTexts } from '../../../kit/texts/en/canvas.ts';
import { canvasToolsTexts as tools } from '../../../kit/texts/en/canvas-tools.ts';
import { say } from '../../../kit/texts/texts.ts';
import { sayLeftOut } from '../add/say-left-out.ts';
import { type AlignEdge, alignNodes } from '../commands/align-nodes.ts';
import {
  connect,
  type Ends,
  moveNodes,
  type Point,
  remove,
  renameNode,
} from '../commands/canvas-commands.ts';
import { type DistributeAxis, distributeNodes } from '../commands/distribute-nodes.ts';
import { groupNodes, ungroup } from '../commands/groups.ts';
import { setDisabled } from '../commands/set-disabled.ts';
import { type CanvasStore, runCommand } from '../document/canvas-store.ts';
import { duplicateNodes } from '../document/duplicate-nodes.ts';
import { groupOf } from '../document/group-members.ts';
import { redo, undo } from '../document/history.ts';
import { withNodesInside } from '../document/iterations.ts';
import { nodeById } from '../document/node-index.ts';
import { refusalToAdd } from '../document/step-rules.ts';
import { speak } from './live-words.ts';

// What a person does to nodes by key, menu or bar: the command, and the words a screen reader gets for it.

type Ids = ReadonlySet<string>;

/** The displayed name of a node. */
export function labelOf(store: CanvasStore, nodeId: string): string {
  return nodeById(store.getState().nodes, nodeId)?.data.label ?? nodeId;
}

/** The chosen nodes. */
export function selectedIds(store: CanvasStore): Set<string> {
  return new Set(store.getState().nodes.flatMap((node) => (node.selected ? node.id : [])));
}

/** How many nodes, and the name of the first, for sentences about one or several. */
function counted(store: CanvasStore, ids: Ids): { count: number; name: string } {
  const [first = ''] = ids;
  return { count: ids.size, name: labelOf(store, first) };
}

export function undoStep(store: CanvasStore): void {
  speak(say(tools, undo(store) ? 'saidUndone' : 'saidNothingToUndo'));
}

export function redoStep(store: CanvasStore): void {
  speak(say(tools, redo(store) ? 'saidRedone' : 'saidNothingToRedo'));
}

/** Deletes nodes and edges. */
export function removeParts(store: CanvasStore, nodeIds: Ids, edgeIds: Ids = new Set()): void {
  if (nodeIds.size + edgeIds.size === 0) return;
  const words =
    nodeIds.size > 0
      ? say(tools, 'saidRemoved', counted(store, nodeIds))
      : say(tools, 'saidEdgesRemoved', { count: edgeIds.size });
  runCommand(store, remove(nodeIds, edgeIds));
  speak(words);
}

export function duplicateParts(store: CanvasStore, ids: Ids): void {
  if (ids.size === 0) return;
  const { nodes } = store.getState();
  const all = withNodesInside(nodes, ids);
  const given = nodes.filter((node) => all.has(node.id));
  if (sayLeftOut(nodes, given) === 0) return;
  const count = nodes.filter(
    (node) => ids.has(node.id) && refusalToAdd(nodes, node.data) === undefined,
  ).length;
  runCommand(store, duplicateNodes(ids));
  speak(say(tools, 'saidDuplicated', { count }));
}

export function groupParts(store: CanvasStore, ids: Ids): void {
  if (ids.size === 0) return;
  runCommand(store, groupNodes(ids, say(tools, 'groupName')));
  speak(say(tools, 'saidGrouped', { count: ids.size }));
}

/** The groups these nodes are in. */
export function groupsOf(store: CanvasStore, ids: Ids): string[] {
  const { groups } = store.getState();
  return [...new Set([...ids].flatMap((id) => groupOf(groups, id)?.id ?? []))];
}

/** Takes the groups of these nodes apart, in one step. */
export function ungroupParts(store: CanvasStore, ids: Ids): void {
  const groups = groupsOf(store, ids);
  if (groups.length === 0) return;
  runCommand(store, (doc) => groups.reduce((next, id) => ungroup(id)(next), doc));
  speak(say(tools, 'saidUngrouped'));
}

/** Disables nodes, or enables them when none of them runs. */
export function toggleDisabled(store: CanvasStore, ids: Ids): void {
  if (ids.size === 0) return;
  const isDisabled = !isAllDisabled(store, ids);
  runCommand(store, setDisabled(ids, isDisabled));
  speak(say(tools, isDisabled ? 'saidDisabled' : 'saidEnabled', counted(store, ids)));
}

export function isAllDisabled(store: CanvasStore, ids: Ids): boolean {
  const { nodes } = store.getState();
  return ids.size > 0 && [...ids].every((id) => nodeById(nodes, id)?.isDisabled === true);
}

export function alignParts(store: CanvasStore, ids: Ids, edge: AlignEdge): void {
  runCommand(store, alignNodes(ids, edge));
  speak(say(tools, 'saidAligned'));
}

export function distributeParts(store: CanvasStore, ids: Ids, axis: DistributeAxis): void {
  runCommand(store, distributeNodes(ids, axis));
  speak(say(tools, 'saidSpaced'));
}

/** Moves nodes by an offset; where they are now is said when the move ends. */
export function moveParts(store: CanvasStore, ids: Ids, offset: Point): void {
  if (ids.size > 0) runCommand(store, moveNodes(ids, offset));
}

/** Announces the new position of a node. */
export function announcePlace(store: CanvasStore, nodeId: string): void {
  const place = nodeById(store.getState().nodes, nodeId)?.position;
  if (!place) return;
  const [x, y] = [Math.round(place.x), Math.round(place.y)];
  speak(say(tools, 'saidMoved', { name: labelOf(store, nodeId), x, y }));
}

export function connectParts(store: CanvasStore, ends: Ends): void {
  runCommand(store, connect(ends));
  const [source, target] = [labelOf(store, ends.source), labelOf(store, ends.target)];
  speak(say(canvasTexts, 'connected', { source, target }));
}

/** Gives a node another name; an empty one changes nothing. */
export function renamePart(store: CanvasStore, nodeId: string, text: string): void {
  const label = text.trim();
  if (label === '' || label === labelOf(store, nodeId)) return;
  runCommand(store, renameNode(nodeId, label));
  speak(say(tools, 'saidRenamed', { name: label }));
}
