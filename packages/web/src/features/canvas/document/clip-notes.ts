import { fullLevel } from '../view/draw-level.ts';
import { layoutNote } from '../view/node-layout.ts';
import { type CanvasNode, isNote } from './canvas-doc.ts';

/** Space between a note and what stands below it, in flow units. */
const gap = 12;

/** How far down a note may reach: to the next node below it, but never less than at full size. */
function roomBelow(note: CanvasNode, nodes: readonly CanvasNode[]): number {
  const { x, y } = note.position;
  const least = layoutNote(note.data, fullLevel).height;
  const below = nodes.filter(
    (other) =>
      other !== note &&
      other.position.y > y &&
      other.position.x < x + (note.width ?? 0) &&
      other.position.x + (other.width ?? 0) > x,
  );
  return Math.max(least, Math.min(...below.map((other) => other.position.y - y - gap)));
}

/** Notes grow as the view goes out, so that they can be read: this ends their growth at what stands below them. */
export function clipNotes(nodes: readonly CanvasNode[]): CanvasNode[] {
  return nodes.map((node) => {
    if (!isNote(node.data)) return node;
    const height = Math.min(node.height ?? 0, roomBelow(node, nodes));
    if (height === node.height) return node;
    return { ...node, height, measured: { ...node.measured, height } };
  });
}
