/**
 * How much of a node is drawn. `scale` is what its lengths are multiplied with, so that type, borders and handles
 * keep their size on the screen while the box follows the zoom.
 */
export interface DrawLevel {
  kind: 'full' | 'reading' | 'compact';
  scale: number;
}

interface Step extends DrawLevel {
  /** Lowest zoom of the step. */
  from: number;
}

const full: Step = { from: 0.8, kind: 'full', scale: 1 };

// Steps instead of a continuous scale: the nodes are laid out again only where one ends.
const steps: readonly Step[] = [
  full,
  { from: 0.7, kind: 'reading', scale: 1 / 0.75 },
  { from: 0.6, kind: 'reading', scale: 1 / 0.65 },
  { from: 0.5, kind: 'reading', scale: 1 / 0.55 },
  { from: 0.42, kind: 'compact', scale: 1 / 0.46 },
  { from: 0.35, kind: 'compact', scale: 1 / 0.385 },
  { from: 0.28, kind: 'compact', scale: 1 / 0.315 },
  { from: 0.22, kind: 'compact', scale: 1 / 0.25 },
  { from: 0.15, kind: 'compact', scale: 1 / 0.185 },
  { from: 0, kind: 'compact', scale: 1 / 0.125 },
];

export const fullLevel: DrawLevel = full;

/** Every level, closest first, with the lowest zoom it is drawn at. */
export const drawLevels: readonly Readonly<Step>[] = steps;

/** The level nodes are drawn at under a zoom factor; the same object for the same step. */
export function drawLevelAt(zoom: number): DrawLevel {
  return steps.find((step) => zoom >= step.from) ?? full;
}
