import type { CanvasNode } from '../document/canvas-doc.ts';
import type { LoopBack } from '../document/loop-targets.ts';

/** How far below what stands above it a loop runs: below the mark of a missing key. In screen pixels. */
const drop = 46;
const corner = 10;

interface LoopRoute {
  path: string;
  labelX: number;
  labelY: number;
  end: { x: number; y: number };
}

const bottomOf = ({ position, width = 0, height = 0 }: CanvasNode) => ({
  x: position.x + width / 2,
  y: position.y + height,
});

/** The height at which a loop runs level: below every node that it would else go through. */
function lowestOf(nodes: readonly CanvasNode[], { loop, target }: LoopBack, room: number): number {
  const [from, to] = [bottomOf(loop), bottomOf(target)];
  const [left, right] = [Math.min(from.x, to.x), Math.max(from.x, to.x)];
  let y = Math.max(from.y, to.y) + room;
  const inWay = nodes
    .filter(({ position, width = 0 }) => position.x < right && position.x + width > left)
    .sort((one, other) => bottomOf(one).y - bottomOf(other).y);
  for (const node of inWay) {
    const bottom = bottomOf(node).y;
    // In a frame of its own the loop stays inside.
    const isAround = node.id === loop.containerId;
    if (!isAround && node.position.y < y + room / 4 && bottom + room > y) y = bottom + room;
  }
  return y;
}

/** The way back of a loop: down, level below all that stands between, and up into the step it goes back to. */
export function loopRoute(nodes: readonly CanvasNode[], back: LoopBack, scale: number): LoopRoute {
  const [from, end] = [bottomOf(back.loop), bottomOf(back.target)];
  const y = lowestOf(nodes, back, drop * scale);
  const radius = Math.min(corner, Math.abs(end.x - from.x) / 2);
  const turn = end.x < from.x ? -radius : radius;
  const path = [
    `M${from.x},${from.y}`,
    `L${from.x},${y - radius}`,
    `Q${from.x},${y} ${from.x + turn},${y}`,
    `L${end.x - turn},${y}`,
    `Q${end.x},${y} ${end.x},${y - radius}`,
    `L${end.x},${end.y}`,
  ].join(' ');
  return { path, labelX: (from.x + end.x) / 2, labelY: y, end };
}
