import type { Point } from '../commands/canvas-commands.ts';
import type { CanvasNode } from '../document/canvas-doc.ts';
import { frameRoom } from '../document/iterations.ts';
import { arrangeBoxes, type Dagre } from './arrange-boxes.ts';
import type { Box, Link } from './column-places.ts';

interface Sized {
  node: CanvasNode;
  box: Box;
}

/** The nodes in an iteration, by where they stand in its frame. */
type Inside = ReadonlyMap<string, ReadonlyMap<string, Point>>;

/**
 * Lays out what stands in each iteration by itself, and makes the box of the iteration as large as that needs. What
 * stands inside is named by its place in the frame.
 */
export function layoutFrames<T extends Sized>(
  dagre: Dagre,
  all: ReadonlyMap<string, T>,
  links: readonly Link[],
): { outer: Map<string, T>; inside: Inside } {
  const members = Map.groupBy(
    [...all.values()].filter(({ node }) => all.has(node.containerId ?? '')),
    ({ node }) => node.containerId ?? '',
  );
  const inside = new Map<string, Map<string, Point>>();
  const outer = new Map([...all].filter(([, { node }]) => !members.has(node.containerId ?? '')));
  for (const [id, steps] of members) {
    const frame = outer.get(id);
    if (!frame) continue;
    const isHere = (step: string) => steps.some(({ box }) => box.id === step);
    const places = arrangeBoxes(
      dagre,
      steps.map(({ box }) => box),
      links.filter(({ source, target }) => isHere(source) && isHere(target)),
    );
    const shifted = new Map(
      [...places].map(([step, { x, y }]) => [step, { x: x + frameRoom.side, y: y + frameRoom.top }]),
    );
    const end = (axis: 'x' | 'y', length: 'width' | 'height') =>
      Math.max(...steps.map(({ box }) => (shifted.get(box.id)?.[axis] ?? 0) + box[length])) + frameRoom.side;
    const width = Math.max(frame.box.width, end('x', 'width'));
    const height = Math.max(frame.box.height, end('y', 'height'));
    inside.set(id, shifted);
    outer.set(id, { ...frame, box: { ...frame.box, width, height } });
  }
  return { outer, inside };
}

/** Places with those of what stands in the frames; a frame is named too where something in it is. */
export function withPlacesInside(places: ReadonlyMap<string, Point>, inside: Inside): Map<string, Point> {
  const all = new Map(places);
  for (const [frame, steps] of inside) {
    const corner = places.get(frame);
    if (!corner) continue;
    for (const [step, { x, y }] of steps) all.set(step, { x: corner.x + x, y: corner.y + y });
  }
  return all;
}
