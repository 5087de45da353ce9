import { nodesInside } from '../document/iterations.ts';
import { type Command, type Point, shifted } from './canvas-commands.ts';
import { settled } from './settle-nodes.ts';

/** With an iteration the nodes in it move as far as it does, but for those that have a new position of their own. */
function withInside(
  nodes: Parameters<typeof nodesInside>[0],
  places: ReadonlyMap<string, Point>,
): ReadonlyMap<string, Point> {
  const all = new Map(places);
  for (const node of nodes) {
    const place = places.get(node.id);
    if (!node.frame || !place) continue;
    const offset = { x: place.x - node.position.x, y: place.y - node.position.y };
    for (const inner of nodesInside(nodes, node.id))
      if (!places.has(inner.id)) all.set(inner.id, shifted(inner.position, offset));
  }
  return all;
}

interface MoveOptions {
  /** The pointer still holds them: which iteration they stand in is found when it lets go. */
  isHeld?: boolean;
}

/** Moves nodes to new positions after a drag or a layout; the others do not change. */
export function moveTo(places: ReadonlyMap<string, Point>, { isHeld = false }: MoveOptions = {}): Command {
  return (doc) => {
    let isMoved = false;
    const all = withInside(doc.nodes, places);
    const nodes = doc.nodes.map((node) => {
      const place = all.get(node.id);
      if (!place || (place.x === node.position.x && place.y === node.position.y)) return node;
      isMoved = true;
      return { ...node, position: { x: place.x, y: place.y } };
    });
    if (isHeld) return isMoved ? { ...doc, nodes } : doc;
    const next = settled({ ...doc, nodes: isMoved ? nodes : doc.nodes }, new Set(places.keys()));
    return isMoved || next.nodes !== doc.nodes ? next : doc;
  };
}
