import type { CanvasDoc, CanvasNode } from '../document/canvas-doc.ts';
import { fullBox } from '../document/canvas-doc.ts';
import { containerOf, frameRoom, isIteration, iterationAt, mayStandInside } from '../document/iterations.ts';

const middleOf = (node: CanvasNode) => {
  const { width, height } = fullBox(node);
  return { x: node.position.x + width / 2, y: node.position.y + height / 2 };
};

/** A node with the iteration that its middle lies in, if it may stand there. */
export function standingIn(nodes: readonly CanvasNode[], node: CanvasNode): CanvasNode {
  const frame = mayStandInside(node.data) ? iterationAt(nodes, middleOf(node)) : undefined;
  const containerId = frame?.id;
  if (node.containerId === containerId) return node;
  const { containerId: _, ...free } = node;
  return containerId === undefined ? free : { ...free, containerId };
}

/** Frames grow so that what stands in them stays inside to the right and below. */
export function withRoom(nodes: CanvasNode[], ids: ReadonlySet<string>): CanvasNode[] {
  const needed = new Map<string, { width: number; height: number }>();
  for (const node of nodes) {
    if (!ids.has(node.id)) continue;
    const container = containerOf(nodes, node);
    if (!container?.frame) continue;
    const { width, height } = fullBox(node);
    const before = needed.get(container.id) ?? container.frame;
    needed.set(container.id, {
      width: Math.max(before.width, node.position.x + width + frameRoom.side - container.position.x),
      height: Math.max(before.height, node.position.y + height + frameRoom.side - container.position.y),
    });
  }
  return nodes.map((node) => {
    const frame = needed.get(node.id);
    const isLarger = frame && (frame.width !== node.frame?.width || frame.height !== node.frame?.height);
    return isLarger ? resized(node, frame) : node;
  });
}

/** An iteration with a frame of another size; its box is laid out again. */
export function resized(node: CanvasNode, { width, height }: { width: number; height: number }): CanvasNode {
  const { width: _width, height: _height, measured: _measured, ...rest } = node;
  return { ...rest, frame: { width: Math.round(width), height: Math.round(height) } } as CanvasNode;
}

/**
 * The drawing after these nodes have come to new places: each stands in the iteration it lies in, or in none; edges
 * that would cross a frame go, and frames are large enough.
 */
export function settled(doc: CanvasDoc, ids: ReadonlySet<string>): CanvasDoc {
  if (!doc.nodes.some(isIteration)) return doc;
  const isAlone = (node: CanvasNode) => node.containerId === undefined || !ids.has(node.containerId);
  let hasMoved = false;
  const nodes = doc.nodes.map((node) => {
    if (!ids.has(node.id) || !isAlone(node)) return node;
    const next = standingIn(doc.nodes, node);
    if (next.containerId !== node.containerId) hasMoved = true;
    return next;
  });
  const roomy = withRoom(nodes, ids);
  return hasMoved ? withoutCrossing({ ...doc, nodes: roomy }) : { ...doc, nodes: roomy };
}

/** Lets nodes stand in the iteration they were put into. */
export function settleNodes(ids: ReadonlySet<string>): (doc: CanvasDoc) => CanvasDoc {
  return (doc) => settled(doc, ids);
}

/** A new node in the iteration that another one stands in, whose frame makes room for it. */
export function besides(doc: CanvasDoc, nodeId: string, otherId: string): CanvasDoc {
  const containerId = doc.nodes.find(({ id }) => id === otherId)?.containerId;
  const nodes = doc.nodes.map((node) => {
    if (node.id !== nodeId || node.containerId === containerId) return node;
    if (containerId === undefined || !mayStandInside(node.data)) {
      const { containerId: _, ...free } = node;
      return free;
    }
    return { ...node, containerId };
  });
  return { ...doc, nodes: withRoom(nodes, new Set([nodeId])) };
}

/** Without the edges that would cross the frame of an iteration. */
function withoutCrossing(doc: CanvasDoc): CanvasDoc {
  const containers = new Map(doc.nodes.map((node) => [node.id, node.containerId]));
  const edges = doc.edges.filter(({ source, target }) => containers.get(source) === containers.get(target));
  return edges.length === doc.edges.length ? doc : { ...doc, edges };
}
