import type { Point } from '../commands/canvas-commands.ts';
import type { AddBoxRequest } from '../view/add-box-store.ts';

/** Measures of the add box in pixels; the style sheet holds the same numbers. */
const boxMeasures = {
  width: 328,
  search: 52,
  row: 48,
  foot: 34,
  listPad: 6,
  mostRows: 5,
  margin: 8,
} as const;

/** Kept free for the controls at the foot of the drawing, and for the end of the edge. */
const controlsHeight = 64;
const edgeEndGap = 4;

interface Viewport {
  width: number;
  height: number;
  transform: readonly [number, number, number];
}

/** Where the box is placed in the viewport, and where an edge pinned to it ends in flow units. */
interface BoxPlace {
  left: number;
  top: number;
  edgeEnd: Point;
}

const within = (value: number, most: number) => Math.max(boxMeasures.margin, Math.min(value, most));

/**
 * Puts the box where it was asked for: right of an edge from an output, left of one from an input, its search at the
 * height where the edge ends, and always inside the viewport.
 */
export function boxPlace(
  request: AddBoxRequest,
  rows: number,
  { width, height, transform }: Viewport,
): BoxPlace {
  const [x, y, zoom] = transform;
  const { width: boxWidth, search, row, foot, listPad, mostRows, margin } = boxMeasures;
  const boxHeight = search + Math.min(Math.max(rows, 1), mostRows) * row + 2 * listPad + foot;
  const isLeftward = request.from?.isFromOutput === false;
  const at = { x: request.at.x * zoom + x, y: request.at.y * zoom + y };
  const left = within(isLeftward ? at.x - boxWidth : at.x, width - boxWidth - margin);
  const top = within(at.y - search / 2, height - boxHeight - controlsHeight);
  // Its end stays visible beside the box.
  const edge = { x: isLeftward ? left + boxWidth + edgeEndGap : left - edgeEndGap, y: top + search / 2 };
  return { left, top, edgeEnd: { x: (edge.x - x) / zoom, y: (edge.y - y) / zoom } };
}
