import { type CanvasNode, fullBox } from '../document/canvas-doc.ts';
import type { Command, Point } from './canvas-commands.ts';
import { moveTo } from './move-to.ts';

export type DistributeAxis = 'horizontal' | 'vertical';

/** Places with equal gaps between the first and the last node, which stay; the gap is negative if space is short. */
function placesOf(nodes: readonly CanvasNode[], axis: DistributeAxis): Map<string, Point> {
  const isAcross = axis === 'horizontal';
  const startOf = ({ position }: CanvasNode) => (isAcross ? position.x : position.y);
  const lengthOf = (node: CanvasNode) => (isAcross ? fullBox(node).width : fullBox(node).height);
  const sorted = nodes.toSorted((one, other) => startOf(one) - startOf(other));
  const [first] = sorted;
  const last = sorted.at(-1);
  if (!first || !last) return new Map();
  const filled = sorted.slice(0, -1).reduce((sum, node) => sum + lengthOf(node), 0);
  const gap = (startOf(last) - startOf(first) - filled) / (sorted.length - 1);
  const places = new Map<string, Point>();
  let start = startOf(first);
  for (const node of sorted) {
    const { x, y } = node.position;
    const at = node === last ? startOf(last) : Math.round(start);
    places.set(node.id, isAcross ? { x: at, y } : { x, y: at });
    start += lengthOf(node) + gap;
  }
  return places;
}

/** Moves three or more nodes so that the gaps between them are equal. */
export function distributeNodes(nodeIds: Iterable<string>, axis: DistributeAxis): Command {
  const ids = new Set(nodeIds);
  return (doc) => {
    const nodes = doc.nodes.filter((node) => ids.has(node.id));
    return nodes.length < 3 ? doc : moveTo(placesOf(nodes, axis))(doc);
  };
}
