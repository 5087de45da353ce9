import type { FlowGroup } from '@tendril/contract/flow/flow';
import type { DrawLevel } from '../view/draw-level.ts';
import type { CanvasNode } from './canvas-doc.ts';
import { nodeById } from './node-index.ts';

interface GroupBox {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Screen pixels around the nodes; above them also the header and the height of their state tags. */
const pad = 20;
const header = { full: 36, reading: 36, compact: 24 } as const;
const tagHeight = 18;

/** The frame around a group's nodes as they are drawn, in flow units; undefined when none of them is there. */
export function groupBox(
  nodes: readonly CanvasNode[],
  group: FlowGroup,
  level: DrawLevel,
): GroupBox | undefined {
  let left = Number.POSITIVE_INFINITY;
  let top = Number.POSITIVE_INFINITY;
  let right = Number.NEGATIVE_INFINITY;
  let bottom = Number.NEGATIVE_INFINITY;
  for (const id of group.nodeIds) {
    const node = nodeById(nodes, id);
    if (!node) continue;
    const { x, y } = node.position;
    left = Math.min(left, x);
    top = Math.min(top, y);
    right = Math.max(right, x + (node.width ?? 0));
    bottom = Math.max(bottom, y + (node.height ?? 0));
  }
  if (left === Number.POSITIVE_INFINITY) return undefined;
  const scaled = (length: number) => Math.round(length * level.scale);
  const above = scaled(header[level.kind] + tagHeight);
  return {
    x: left - scaled(pad),
    y: top - above,
    width: right - left + 2 * scaled(pad),
    height: bottom - top + above + scaled(pad),
  };
}
