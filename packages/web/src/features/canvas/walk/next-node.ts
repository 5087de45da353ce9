import type { CanvasEdge, CanvasNode } from '../document/canvas-doc.ts';

export type Direction = 'left' | 'right' | 'up' | 'down';

interface Middle {
  x: number;
  y: number;
}

function middleOf(node: CanvasNode): Middle {
  return {
    x: node.position.x + (node.width ?? 0) / 2,
    y: node.position.y + (node.height ?? 0) / 2,
  };
}

const axes = {
  left: { along: 'x', across: 'y', sign: -1 },
  right: { along: 'x', across: 'y', sign: 1 },
  up: { along: 'y', across: 'x', sign: -1 },
  down: { along: 'y', across: 'x', sign: 1 },
} as const;

/** Sideways distance counts more, so that a walk keeps its line. */
const acrossWeight = 2;

function nearest(
  from: CanvasNode,
  candidates: readonly CanvasNode[],
  direction: Direction,
  isAhead: boolean,
) {
  const { along, across, sign } = axes[direction];
  const start = middleOf(from);
  let best: { node: CanvasNode; cost: number } | undefined;
  for (const node of candidates) {
    if (node.id === from.id) continue;
    const middle = middleOf(node);
    const ahead = (middle[along] - start[along]) * sign;
    const aside = Math.abs(middle[across] - start[across]);
    if (isAhead && (ahead <= 0 || aside > ahead * acrossWeight + 1)) continue;
    const cost = Math.abs(ahead) + aside * acrossWeight;
    if (!best || cost < best.cost) best = { node, cost };
  }
  return best?.node;
}

/**
 * Where an arrow key leads from a node: right along an edge to what it feeds, left to what feeds it, and where no edge
 * leads to the nearest node on that side.
 */
export function nextNode(
  nodes: readonly CanvasNode[],
  edges: readonly CanvasEdge[],
  fromId: string,
  direction: Direction,
): CanvasNode | undefined {
  const from = nodes.find((node) => node.id === fromId);
  if (!from) return undefined;
  const ids = new Set(
    edges.flatMap(({ source, target }) => {
      if (direction === 'right' && source === fromId) return target;
      return direction === 'left' && target === fromId ? source : [];
    }),
  );
  const wired = nodes.filter((node) => ids.has(node.id));
  return nearest(from, wired, direction, false) ?? nearest(from, nodes, direction, true);
}
