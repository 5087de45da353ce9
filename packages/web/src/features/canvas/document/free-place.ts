import type { Point } from '../commands/canvas-commands.ts';
import { nodeWidth } from '../view/node-layout.ts';
import type { CanvasNode } from './canvas-doc.ts';

/** Height assumed for a node before its own is known. */
const usualHeight = 220;
const gap = 24;
const step = 40;
const rings = 40;

function overlaps(node: CanvasNode, place: Point): boolean {
  const width = node.width ?? nodeWidth;
  const height = node.height ?? usualHeight;
  return (
    place.x < node.position.x + width + gap &&
    place.x + nodeWidth + gap > node.position.x &&
    place.y < node.position.y + height + gap &&
    place.y + usualHeight + gap > node.position.y
  );
}

/** Whether a place was asked for in the frame of an iteration. */
function isIn({ frame, position }: CanvasNode, { x, y }: Point): boolean {
  if (!frame) return false;
  return x > position.x && x < position.x + frame.width && y > position.y && y < position.y + frame.height;
}

/** The places of one square ring around the origin, nearest first. */
function ringOf(radius: number): Point[] {
  const places: Point[] = [];
  for (let side = -radius; side <= radius; side += 1) {
    places.push(
      { x: side, y: -radius },
      { x: side, y: radius },
      { x: -radius, y: side },
      { x: radius, y: side },
    );
  }
  return places.sort((one, other) => Math.hypot(one.x, one.y) - Math.hypot(other.x, other.y));
}

/** The place nearest to the wanted one where a new node covers no other. */
export function freePlace(nodes: readonly CanvasNode[], wanted: Point): Point {
  for (let radius = 0; radius <= rings; radius += 1) {
    for (const offset of ringOf(radius)) {
      const place = { x: Math.round(wanted.x + offset.x * step), y: Math.round(wanted.y + offset.y * step) };
      if (!nodes.some((node) => overlaps(node, place) && !isIn(node, wanted))) return place;
    }
  }
  return wanted;
}
