import type { CanvasNode } from './canvas-doc.ts';
import { withLayout } from './canvas-doc.ts';
import { drawLevels } from './draw-level.ts';

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
/** Room for the controls and the minimap under the nodes. */
const footRoom = 40;

function bounds(nodes: readonly CanvasNode[]): { x: number; y: number } & Size {
  const left = Math.min(...nodes.map((node) => node.position.x));
  const top = Math.min(...nodes.map((node) => node.position.y));
  const right = Math.max(...nodes.map((node) => node.position.x + (node.width ?? 0)));
  const bottom = Math.max(...nodes.map((node) => node.position.y + (node.height ?? 0)));
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/**
 * The view that shows all nodes, at most at full size. Nodes grow in flow units as the view goes out, so the zoom
 * is looked for among the drawing levels, closest first.
 */
export function fitViewport(nodes: readonly CanvasNode[], view: Size, highestZoom = 1): Viewport {
  if (nodes.length === 0 || view.width === 0 || view.height === 0) return { x: 0, y: 0, zoom: 1 };
  let ceiling = highestZoom;
  for (const level of drawLevels) {
    const box = bounds(nodes.map((node) => withLayout(node, level)));
    const wanted = Math.min(
      (view.width - 2 * margin) / box.width,
      (view.height - 2 * margin - footRoom) / box.height,
      ceiling,
    );
    const isLast = level.from === 0;
    if (wanted >= level.from || isLast) {
      const zoom = Math.max(wanted, lowestZoom);
      return {
        zoom,
        x: view.width / 2 - (box.x + box.width / 2) * zoom,
        y: (view.height - footRoom) / 2 - (box.y + box.height / 2) * zoom,
      };
    }
    // A level further out never shows more than the one before it ends at.
    ceiling = level.from - 0.001;
  }
  return { x: 0, y: 0, zoom: 1 };
}
