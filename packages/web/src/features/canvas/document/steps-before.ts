import type { CanvasDoc, CanvasNode } from './canvas-doc.ts';

/** The steps that have run when a step begins, nearest first; in an iteration also those before its frame. */
export function stepsBefore(doc: Pick<CanvasDoc, 'nodes' | 'edges'>, nodeId: string): CanvasNode[] {
  const byId = new Map(doc.nodes.map((node) => [node.id, node]));
  const seen = new Set<string>();
  const open = [nodeId];
  for (let id = open.shift(); id !== undefined; id = open.shift()) {
    const before = doc.edges.flatMap(({ source, target }) => (target === id ? source : []));
    const container = byId.get(id)?.containerId;
    for (const next of [...before, ...(container === undefined ? [] : [container])]) {
      if (seen.has(next) || next === nodeId) continue;
      seen.add(next);
      open.push(next);
    }
  }
  const frames = new Set([byId.get(nodeId)?.containerId]);
  return [...seen].flatMap((id) => (frames.has(id) ? [] : (byId.get(id) ?? [])));
}
