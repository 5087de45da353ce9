import { type CanvasNode, withLayout } from '../document/canvas-doc.ts';
import type { RunMarks } from '../run/run-marks.ts';
import type { DrawLevel } from './draw-level.ts';

interface Drawn {
  level: DrawLevel;
  run: RunMarks;
}

/** Whether the last run failed in a node, whose card then has a row more. */
export function hasFailed(run: RunMarks, nodeId: string): boolean {
  return run.nodes[nodeId]?.status === 'error';
}

/** A node with its box and handles as the canvas draws it now. */
export function drawnNode(node: CanvasNode, { level, run }: Drawn): CanvasNode {
  return withLayout(node, level, hasFailed(run, node.id));
}

/** Lays out what changed since `before`; the rest keeps its identity. */
export function laidOut(nodes: CanvasNode[], before: readonly CanvasNode[], state: Drawn): CanvasNode[] {
  if (nodes === before) return nodes;
  let known: Map<string, CanvasNode['data']> | undefined;
  const isKnown = (node: CanvasNode, at: number) => {
    if (node === before[at]) return true;
    known ??= new Map(before.map(({ id, data }) => [id, data]));
    return node.width !== undefined && known.get(node.id) === node.data;
  };
  return nodes.map((node, at) => (isKnown(node, at) ? node : drawnNode(node, state)));
}

/** The only selected node, whose settings the inspector shows. */
export function onlySelected(nodes: readonly CanvasNode[]): string | null {
  let found: string | null = null;
  for (const node of nodes) {
    if (!node.selected) continue;
    if (found !== null) return null;
    found = node.id;
  }
  return found;
}
