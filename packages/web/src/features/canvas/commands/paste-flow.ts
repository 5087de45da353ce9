import type { FlowData } from '@tendril/contract/flow/flow';
import type { NodeTemplate } from '@tendril/contract/node/node-template';
import { type CanvasDoc, type CanvasNode, fullBox, toCanvasDoc } from '../document/canvas-doc.ts';
import { withCopies } from '../document/copy-nodes.ts';
import { withoutSecrets } from '../document/flow-secrets.ts';
import { fullLevel } from '../view/draw-level.ts';
import type { Command, Point } from './canvas-commands.ts';

interface PasteOptions {
  /** The flow was copied in this app: the ids of stored secrets in it still mean the same ones. */
  isOwn?: boolean;
  /** The catalogue, which knows the passwords of nodes that do not declare theirs. */
  templates?: ReadonlyMap<string, NodeTemplate>;
  /** Stands beside the nodes that are there: nobody pointed at a place. */
  isClear?: boolean;
}

const step = 40;
/** How many steps a clear place is looked for in each direction. */
const reach = 60;
const gap = 64;

interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

function boxOf(nodes: readonly CanvasNode[]): Box {
  const box: Box = {
    left: Number.POSITIVE_INFINITY,
    top: Number.POSITIVE_INFINITY,
    right: Number.NEGATIVE_INFINITY,
    bottom: Number.NEGATIVE_INFINITY,
  };
  for (const node of nodes) {
    const { x, y } = node.position;
    const { width, height } = fullBox(node);
    box.left = Math.min(box.left, x);
    box.top = Math.min(box.top, y);
    box.right = Math.max(box.right, x + width);
    box.bottom = Math.max(box.bottom, y + height);
  }
  return box;
}

/** The offset closest to the wanted one at which the box covers no node; the wanted one if there is none nearby. */
function clearOffset(doc: CanvasDoc, box: Box, wanted: Point): Point {
  const taken = doc.nodes.map((node) => boxOf([node]));
  const covers = ({ x, y }: Point) =>
    taken.some(
      (other) =>
        box.left + x < other.right + gap &&
        box.right + x + gap > other.left &&
        box.top + y < other.bottom + gap &&
        box.bottom + y + gap > other.top,
    );
  const sides = Array.from({ length: 2 * reach + 1 }, (_, at) => (at - reach) * step);
  const places = sides
    .flatMap((x) => sides.map((y) => ({ x: wanted.x + x, y: wanted.y + y, far: Math.hypot(x, y) })))
    .sort((one, other) => one.far - other.far);
  const found = places.find((place) => !covers(place)) ?? wanted;
  return { x: found.x, y: found.y };
}

/** The offset that moves the center of a box to a point. */
function offsetTo({ left, top, right, bottom }: Box, at: Point): Point {
  return { x: Math.round(at.x - (left + right) / 2), y: Math.round(at.y - (top + bottom) / 2) };
}

/** Further aside as long as a copy would lie exactly on a node, as when the same is pasted twice. */
function aside(doc: CanvasDoc, nodes: readonly CanvasNode[], offset: Point): Point {
  const taken = new Set(doc.nodes.map(({ position }) => `${position.x} ${position.y}`));
  let { x, y } = offset;
  while (nodes.some(({ position }) => taken.has(`${position.x + x} ${position.y + y}`))) {
    x += step;
    y += step;
  }
  return { x, y };
}

/**
 * Adds a flow to the drawing, its middle at a place: under new ids, with its references rewritten and its secrets
 * stripped, selected. It is one step.
 */
export function pasteFlow(flow: FlowData, at: Point, options: PasteOptions = {}): Command {
  const { isOwn = false, isClear = false, templates } = options;
  return (doc) => {
    const pasted = toCanvasDoc(withoutSecrets(flow, isOwn, templates), fullLevel);
    if (pasted.nodes.length === 0) return doc;
    const box = boxOf(pasted.nodes);
    const wanted = offsetTo(box, at);
    const offset = isClear ? clearOffset(doc, box, wanted) : aside(doc, pasted.nodes, wanted);
    return withCopies(doc, pasted, pasted.nodes, offset);
  };
}
