import type { DrawLevel } from './draw-level.ts';
import { nodeWidth } from './node-layout.ts';

/** How a node is drawn when it is seen from far out; lengths are pixels of the screen. */
interface CompactLook {
  /** How many lines of its name fit; 0 shows only the icon. */
  lines: number;
  /** Whether the icon stands beside the name instead of above it. */
  isRow: boolean;
}

/** The style sheet holds the same numbers. */
const line = 12;
const bar = 3;
const icon = 16;
const gap = 2;
const pad = 1;
const mostLines = 4;
/** Below this width no word of a name is left. */
const narrowest = 44;

/** Icon and name of a compact node for the space its box has on the screen. */
export function compactLook(height: number, { scale }: DrawLevel): CompactLook {
  if (nodeWidth / scale < narrowest) return { lines: 0, isRow: false };
  const space = height / scale - bar - 2 * pad;
  const below = Math.floor((space - icon - gap) / line);
  if (below >= 2) return { lines: Math.min(mostLines, below), isRow: false };
  return { lines: Math.min(mostLines, Math.max(1, Math.floor(space / line))), isRow: true };
}
