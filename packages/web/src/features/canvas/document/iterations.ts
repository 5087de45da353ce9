import type { FlowNodeData } from '@tendril/contract/flow/flow';
import type { Point } from '../commands/canvas-commands.ts';
import type { CanvasNode } from './canvas-doc.ts';
import { nodeById } from './node-index.ts';

/** Width and height of the frame of an iteration, in flow units. */
export interface FrameSize {
  width: number;
  height: number;
}

/** The frame of a new iteration, and the least that one can be made. */
export const newFrame: FrameSize = { width: 440, height: 240 };
export const leastFrame: FrameSize = { width: 220, height: 140 };

/** Space between the frame and the nodes in it; the upper part holds its name. */
export const frameRoom = { side: 24, top: 72 } as const;

/** Whether a node is an iteration: it is drawn as a frame with other nodes in it. */
export function isIteration({ data }: Pick<CanvasNode, 'data'>): boolean {
  return data.name === 'iterationAgentflow';
}

const standsOutside = new Set(['iterationAgentflow', 'humanInputAgentflow', 'startAgentflow']);

/** Whether a node may stand in an iteration: people cannot be asked there, and iterations do not nest. */
export function mayStandInside(data: Pick<FlowNodeData, 'name'>): boolean {
  return data.name.endsWith('Agentflow') && !standsOutside.has(data.name);
}

const noNodes: readonly CanvasNode[] = [];
const indexes = new WeakMap<readonly CanvasNode[], ReadonlyMap<string, readonly CanvasNode[]>>();

/** The nodes in an iteration; the index is made once for each state of the drawing. */
export function nodesInside(nodes: readonly CanvasNode[], id: string): readonly CanvasNode[] {
  let index = indexes.get(nodes);
  if (!index) {
    const inside = nodes.filter((node) => node.containerId !== undefined);
    index = Map.groupBy(inside, (node) => node.containerId ?? '');
    indexes.set(nodes, index);
  }
  return index.get(id) ?? noNodes;
}

/** These nodes, and those that stand in one of them. */
export function withNodesInside(nodes: readonly CanvasNode[], ids: Iterable<string>): Set<string> {
  const all = new Set(ids);
  for (const id of [...all]) for (const inner of nodesInside(nodes, id)) all.add(inner.id);
  return all;
}

/** The iteration whose frame holds a point, the uppermost first. */
export function iterationAt(nodes: readonly CanvasNode[], { x, y }: Point): CanvasNode | undefined {
  return nodes.findLast(({ frame, position }) => {
    if (!frame) return false;
    const [right, bottom] = [position.x + frame.width, position.y + frame.height];
    return x >= position.x && x < right && y >= position.y && y < bottom;
  });
}

/** The iteration that a node stands in, while that is on the canvas. */
export function containerOf(nodes: readonly CanvasNode[], node: CanvasNode): CanvasNode | undefined {
  return node.containerId === undefined ? undefined : nodeById(nodes, node.containerId);
}
