import type { FlowGroup } from '@tendril/contract/flow/flow';
import { type CanvasNode, withLayout } from '../document/canvas-doc.ts';
import { groupBox } from '../document/group-box.ts';
import { type DrawLevel, drawLevels } from './draw-level.ts';

export interface Viewport {
  x: number;
  y: number;
  zoom: number;
}

interface Size {
  width: number;
  height: number;
}

const lowestZoom = 0.1;
const margin = 24;
/** Space for the controls and the minimap below the nodes. */
const bottomInset = 40;

interface Box extends Size {
  x: number;
  y: number;
}

const boxOf = ({ position: { x, y }, width = 0, height = 0 }: CanvasNode): Box => ({ x, y, width, height });

/** The box around nodes as they are drawn at a level, with the frames of the groups that are among them. */
function bounds(nodes: readonly CanvasNode[], groups: readonly FlowGroup[], level: DrawLevel): Box {
  const drawn = nodes.map((node) => withLayout(node, level));
  const frames = groups.flatMap((group) => groupBox(drawn, group, level) ?? []);
  const boxes = [...drawn.map(boxOf), ...frames];
  const left = Math.min(...boxes.map(({ x }) => x));
  const top = Math.min(...boxes.map(({ y }) => y));
  const right = Math.max(...boxes.map(({ x, width }) => x + width));
  const bottom = Math.max(...boxes.map(({ y, height }) => y + height));
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/**
 * The view that shows all nodes, at most at full size. Nodes grow in flow units as the view goes out, so the zoom
 * is looked for among the drawing levels, closest first. `topInset` is kept free for what floats at the upper edge.
 */
export function fitViewport(
  nodes: readonly CanvasNode[],
  view: Size,
  groups: readonly FlowGroup[] = [],
  topInset = 0,
): Viewport {
  if (nodes.length === 0 || view.width === 0 || view.height === 0) return { x: 0, y: 0, zoom: 1 };
  let ceiling = 1;
  for (const level of drawLevels) {
    const box = bounds(nodes, groups, level);
    const wanted = Math.min(
      (view.width - 2 * margin) / box.width,
      (view.height - 2 * margin - topInset - bottomInset) / box.height,
      ceiling,
    );
    const isLast = level.from === 0;
    if (wanted >= level.from || isLast) {
      const zoom = Math.max(wanted, lowestZoom);
      return {
        zoom,
        x: view.width / 2 - (box.x + box.width / 2) * zoom,
        y: (view.height + topInset - bottomInset) / 2 - (box.y + box.height / 2) * zoom,
      };
    }
    // A level further out never shows more than the one before it ends at.
    ceiling = level.from - 0.001;
  }
  return { x: 0, y: 0, zoom: 1 };
}
