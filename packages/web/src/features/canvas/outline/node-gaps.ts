import type { CanvasEdge, CanvasNode } from '../document/canvas-doc.ts';
import { isNote } from '../document/canvas-doc.ts';
import { inputPorts } from '../document/node-ports.ts';
import { isMissing, visibleParams } from '../document/shown-values.ts';

/** Whether a node lacks something it needs: a required parameter, or an edge into a required place. */
export function hasGaps(node: CanvasNode, edges: readonly CanvasEdge[]): boolean {
  if (isNote(node.data)) return false;
  if (visibleParams(node.data).some((param) => isMissing(node.data, param))) return true;
  // Where an iteration begins, nothing leads to its first step.
  const isInside = node.containerId !== undefined;
  return inputPorts(node.data).some(
    (port) =>
      port.isRequired &&
      !(port.isStep && isInside) &&
      !edges.some((edge) => edge.target === node.id && edge.targetHandle === port.id),
  );
}
