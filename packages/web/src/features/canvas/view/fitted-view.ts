import type { CanvasStore } from '../document/canvas-store.ts';
import type { Viewport } from './fit-viewport.ts';

// It is discarded together with its canvas.
const fitted = new WeakMap<CanvasStore, Viewport>();

/** Remembers a view that fit everything. */
export function rememberFit(canvas: CanvasStore, view: Viewport): void {
  fitted.set(canvas, view);
}

const isNear = (one: number, other: number) => Math.abs(one - other) < 0.5;

/** Whether the view is still the one that showed everything: it was not moved since. */
export function isFitted(canvas: CanvasStore, [x, y, zoom]: readonly [number, number, number]): boolean {
  const view = fitted.get(canvas);
  return view !== undefined && isNear(view.x, x) && isNear(view.y, y) && Math.abs(view.zoom - zoom) < 0.001;
}
