import type { NodeTemplate } from '@tendril/contract/node/node-template';
import { type CanvasStore, runCommand } from '../document/canvas-store.ts';
import { freePlace } from '../document/free-place.ts';
import { nodeById } from '../document/node-index.ts';
import { outputPorts } from '../document/node-ports.ts';
import { nodeWidth } from '../view/node-layout.ts';
import { connectNew } from './connect-new.ts';

const gap = 96;

/** Adds an End to the right of a step and connects it to the first open output; returns its id. */
export function addEnd(canvas: CanvasStore, nodeId: string, end: NodeTemplate): string | undefined {
  const { nodes, edges } = canvas.getState();
  const step = nodeById(nodes, nodeId);
  const ports = step ? outputPorts(step.data) : [];
  const free = ports.find(({ id }) => !edges.some((edge) => edge.sourceHandle === id)) ?? ports[0];
  if (!step || !free) return undefined;
  const { x, y } = step.position;
  const place = freePlace(nodes, { x: x + (step.width ?? nodeWidth) + gap, y });
  runCommand(canvas, connectNew({ nodeId, handleId: free.id, isFromOutput: true }, end, place));
  return canvas.getState().selectedId ?? undefined;
}
