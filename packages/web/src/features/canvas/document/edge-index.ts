import type { CanvasEdge } from './canvas-doc.ts';

const indexes = new WeakMap<readonly CanvasEdge[], Map<string, string>>();

/** The connected handles of a node as one string, so that a node re-renders only when its own change. */
export function connectedHandles(edges: readonly CanvasEdge[], nodeId: string): string {
  let index = indexes.get(edges);
  if (!index) {
    index = new Map();
    for (const edge of edges) {
      index.set(edge.source, `${index.get(edge.source) ?? ''}\n${edge.sourceHandle}\n`);
      index.set(edge.target, `${index.get(edge.target) ?? ''}\n${edge.targetHandle}\n`);
    }
    indexes.set(edges, index);
  }
  return index.get(nodeId) ?? '';
}

/** Whether a handle is among those that `connectedHandles` named. */
export function isConnected(handles: string, handleId: string): boolean {
  return handles.includes(`\n${handleId}\n`);
}
