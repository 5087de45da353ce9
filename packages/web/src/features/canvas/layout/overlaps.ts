import { type CanvasNode, fullBox, isNote } from '../document/canvas-doc.ts';

/** Nodes that only touch do not hide each other. */
const allowed = 6;

/** Whether nodes of a drawing hide each other at full size. Frames and notes may lie under others. */
export function hasOverlaps(nodes: readonly CanvasNode[]): boolean {
  const boxes = nodes
    .filter((node) => !node.frame && !isNote(node.data))
    .map((node) => ({ ...node.position, ...fullBox(node) }))
    .sort((one, other) => one.x - other.x);
  return boxes.some((box, at) => {
    for (let next = at + 1; next < boxes.length; next += 1) {
      const other = boxes[next];
      if (!other || other.x >= box.x + box.width - allowed) return false;
      if (other.y < box.y + box.height - allowed && box.y < other.y + other.height - allowed) return true;
    }
    return false;
  });
}
