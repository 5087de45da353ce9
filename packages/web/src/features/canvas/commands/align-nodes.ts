import { type CanvasNode, fullBox } from '../document/canvas-doc.ts';
import type { Command, Point } from './canvas-commands.ts';
import { moveTo } from './move-to.ts';

/** The line that nodes are aligned to: an edge or the center of the box around them. */
export type AlignEdge = 'left' | 'centre' | 'right' | 'top' | 'middle' | 'bottom';

interface Span {
  from: number;
  to: number;
}

/** Where a span of a length begins when it is brought to a line of the span around all. */
function aligned(edge: AlignEdge, around: Span, length: number): number {
  if (edge === 'left' || edge === 'top') return around.from;
  if (edge === 'right' || edge === 'bottom') return around.to - length;
  return Math.round((around.from + around.to - length) / 2);
}

function placesOf(nodes: readonly CanvasNode[], edge: AlignEdge): Map<string, Point> {
  const isAcross = edge === 'left' || edge === 'centre' || edge === 'right';
  const startOf = ({ position }: CanvasNode) => (isAcross ? position.x : position.y);
  const lengthOf = (node: CanvasNode) => (isAcross ? fullBox(node).width : fullBox(node).height);
  const around = {
    from: Math.min(...nodes.map(startOf)),
    to: Math.max(...nodes.map((node) => startOf(node) + lengthOf(node))),
  };
  return new Map(
    nodes.map((node) => {
      const start = aligned(edge, around, lengthOf(node));
      const { x, y } = node.position;
      return [node.id, isAcross ? { x: start, y } : { x, y: start }];
    }),
  );
}

/** Aligns two or more nodes. */
export function alignNodes(nodeIds: Iterable<string>, edge: AlignEdge): Command {
  const ids = new Set(nodeIds);
  return (doc) => {
    const nodes = doc.nodes.filter((node) => ids.has(node.id));
    return nodes.length < 2 ? doc : moveTo(placesOf(nodes, edge))(doc);
  };
}
