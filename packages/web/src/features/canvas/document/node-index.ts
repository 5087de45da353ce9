import type { CanvasNode } from './canvas-doc.ts';

const indexes = new WeakMap<readonly CanvasNode[], ReadonlyMap<string, CanvasNode>>();

/** A node of the drawing; the index is made once for each state of it. */
export function nodeById(nodes: readonly CanvasNode[], id: string): CanvasNode | undefined {
  let index = indexes.get(nodes);
  if (!index) {
    index = new Map(nodes.map((node) => [node.id, node]));
    indexes.set(nodes, index);
  }
  return index.get(id);
}
