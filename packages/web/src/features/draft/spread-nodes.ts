import type { FlowNode } from '@tendril/contract/flow/flow';
import { fullBox } from '../canvas/document/canvas-doc.ts';

/** Left free between nodes that were moved apart. */
const gap = 40;
const mostSteps = 50;

interface Box {
  /** The frame that the place is relative to: inside different ones nothing lies on another. */
  parent: unknown;
  x: number;
  y: number;
  width: number;
  height: number;
}

const boxOf = (node: FlowNode): Box => ({
  parent: node['parentNode'],
  ...node.position,
  ...fullBox({ data: node.data, type: node.type }),
});

const isOn = (one: Box, other: Box) =>
  one.parent === other.parent &&
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height;

/** Moves nodes down that would lie on others: two people often add to the same free place. */
export function spreadNodes(
  nodes: readonly FlowNode[],
  isMine: (id: string) => boolean,
  isTheirs: (id: string) => boolean,
): FlowNode[] {
  const theirs = nodes.filter((node) => isTheirs(node.id)).map(boxOf);
  if (theirs.length === 0) return [...nodes];
  const placed = nodes.filter((node) => !isMine(node.id)).map(boxOf);
  return nodes.map((node) => {
    if (!isMine(node.id) || !theirs.some((other) => isOn(boxOf(node), other))) return node;
    const box = boxOf(node);
    for (let step = 0; step < mostSteps; step += 1) {
      const under = placed.find((other) => isOn(box, other));
      if (!under) break;
      box.y = under.y + under.height + gap;
    }
    placed.push(box);
    return { ...node, position: { x: box.x, y: box.y } };
  });
}
