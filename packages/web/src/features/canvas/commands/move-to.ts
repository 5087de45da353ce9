import type { Command, Point } from './canvas-commands.ts';

/** Moves nodes to new positions after a drag or a layout; the others do not change. */
export function moveTo(places: ReadonlyMap<string, Point>): Command {
  return (doc) => {
    let isMoved = false;
    const nodes = doc.nodes.map((node) => {
      const place = places.get(node.id);
      if (!place || (place.x === node.position.x && place.y === node.position.y)) return node;
      isMoved = true;
      return { ...node, position: { x: place.x, y: place.y } };
    });
    return isMoved ? { ...doc, nodes } : doc;
  };
}
