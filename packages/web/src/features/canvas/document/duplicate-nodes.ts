import type { Command, Point } from '../commands/canvas-commands.ts';
import { nodeWidth } from '../view/node-layout.ts';
import type { CanvasDoc, CanvasNode } from './canvas-doc.ts';
import { withCopies } from './copy-nodes.ts';
import { freePlace } from './free-place.ts';
import { withNodesInside } from './iterations.ts';

/** Where copies go: next to a single node if there is space, slightly offset for a group. */
function offsetAside(doc: CanvasDoc, originals: readonly CanvasNode[]): Point {
  const [only] = originals;
  if (!only || originals.length > 1) return { x: 40, y: 40 };
  const { x, y } = only.position;
  const place = freePlace(doc.nodes, { x: x + nodeWidth + 40, y });
  return { x: place.x - x, y: place.y - y };
}

/** Copies nodes with the edges between them; the copies stand aside and are selected. */
export function duplicateNodes(nodeIds: ReadonlySet<string>): Command {
  return (doc) => {
    const all = withNodesInside(doc.nodes, nodeIds);
    const originals = doc.nodes.filter((node) => all.has(node.id));
    return withCopies(doc, doc, originals, offsetAside(doc, originals));
  };
}
