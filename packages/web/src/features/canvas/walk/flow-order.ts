import type { CanvasEdge, CanvasNode } from '../document/canvas-doc.ts';

const readingOrder = (one: CanvasNode, other: CanvasNode) =>
  one.position.x - other.position.x || one.position.y - other.position.y;

/** The nodes in reading order: inputs before the node they feed, otherwise left to right and top to bottom. */
export function flowOrder(nodes: readonly CanvasNode[], edges: readonly CanvasEdge[]): CanvasNode[] {
  const sourcesOf = new Map<string, string[]>();
  for (const { source, target } of edges) sourcesOf.set(target, [...(sourcesOf.get(target) ?? []), source]);
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const feeding = new Set(edges.map(({ source }) => source));
  // From each end backwards, so that the parts of a chain stand together; what leads nowhere but round comes last.
  const ends = nodes.filter(({ id }) => !feeding.has(id)).sort(readingOrder);
  const loops = nodes.filter(({ id }) => feeding.has(id)).sort(readingOrder);
  const placed = new Set<string>();
  const order: CanvasNode[] = [];
  // A stack of its own: a chain of thousands would be too deep for calls.
  for (const start of [...ends, ...loops]) {
    const open = [{ node: start, isReady: false }];
    for (let next = open.pop(); next; next = open.pop()) {
      const { node, isReady } = next;
      if (isReady) {
        order.push(node);
        continue;
      }
      if (placed.has(node.id)) continue;
      placed.add(node.id);
      open.push({ node, isReady: true });
      const sources = (sourcesOf.get(node.id) ?? []).flatMap((id) => byId.get(id) ?? []).sort(readingOrder);
      for (const source of sources.toReversed())
        if (!placed.has(source.id)) open.push({ node: source, isReady: false });
    }
  }
  return withInside(order);
}

/** What stands in an iteration follows it. */
function withInside(order: readonly CanvasNode[]): CanvasNode[] {
  const inside = Map.groupBy(order, (node) => node.containerId ?? '');
  if (inside.size <= 1) return [...order];
  const ids = new Set(order.map(({ id }) => id));
  return order.flatMap((node) =>
    node.containerId !== undefined && ids.has(node.containerId)
      ? []
      : [node, ...(node.frame ? (inside.get(node.id) ?? []) : [])],
  );
}
