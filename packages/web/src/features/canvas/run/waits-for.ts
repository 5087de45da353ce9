import type { CanvasState } from '../document/canvas-store.ts';
import { nodeById } from '../document/node-index.ts';

type Drawing = Pick<CanvasState, 'nodes' | 'edges' | 'run'>;

/** The label of the node that a queued one waits for: a source of it that is at work or waits for a person. */
export function waitsFor({ nodes, edges, run }: Drawing, id: string): string | undefined {
  for (const edge of edges) {
    if (edge.target !== id) continue;
    const status = run.nodes[edge.source]?.status;
    if (status === 'running' || status === 'waiting') return nodeById(nodes, edge.source)?.data.label;
  }
  return undefined;
}
