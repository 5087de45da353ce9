import type { CanvasNode } from '../document/canvas-doc.ts';
import { nodeById } from '../document/node-index.ts';

const stepId = /\b[A-Za-z]+_\d+\b/g;

/** A text in which steps are named as on the canvas instead of by their ids. */
export function withStepNames(text: string, nodes: readonly CanvasNode[]): string {
  if (!text.includes('_')) return text;
  return text.replaceAll(stepId, (id) => nodeById(nodes, id)?.data.label ?? id);
}
