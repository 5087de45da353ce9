import type { FlowNodeData } from '@tendril/contract/flow/flow';
import type { NodeHandle } from '@xyflow/react';
import { memoizeByObject } from '../../../kit/lib/memoize.ts';
import type { FrameSize } from '../document/iterations.ts';
import { hasBranches, inputPorts, type OutputPort, outputPorts } from '../document/node-ports.ts';
import { type DrawLevel, fullLevel } from './draw-level.ts';
import { tileFact } from './tile-fact.ts';

/** Heights of a tile's parts in pixels of the screen; the style sheet holds the same numbers. */
const measures = {
  full: { head: 52, row: 24, pad: 5, divider: 1 },
  reading: { head: 38, row: 20, pad: 3, divider: 1 },
} as const;

const least = 120;
const most = 264;
const leastWithRows = 184;

interface TileLayout {
  width: number;
  height: number;
  handles: NodeHandle[];
}

/** The outputs that have a row of their own; the only output of a step stands beside its name. */
export function rowOutputs(data: FlowNodeData): readonly OutputPort[] {
  const outputs = outputPorts(data);
  return hasBranches(data) ? outputs : outputs.filter(({ name }) => name === 'error');
}

const stepped = (px: number) => Math.ceil(px / 12) * 12;

/** As wide as its words need, in steps, so that typing a name does not move its edge at each letter. */
const neededWidths = memoizeByObject((data: FlowNodeData): { name: number; all: number } => {
  const rows = rowOutputs(data);
  const name = data.label.length * 7.4 + 68;
  const all = Math.max(
    name,
    Math.min(tileFact(data).length, 26) * 6.4 + 68,
    ...rows.map(({ label }) => label.length * 6.4 + 52),
  );
  return { name: stepped(name), all: stepped(all) };
});

/**
 * How wide a tile is. In a drawing made elsewhere, what stands beside the name is cut off rather than that the tile
 * reaches over its neighbours.
 */
function tileWidth(data: FlowNodeData, storedWidth: number | undefined): number {
  const { name, all } = neededWidths(data);
  const needed = storedWidth === undefined ? all : Math.min(all, Math.max(name, storedWidth));
  return Math.min(most, Math.max(rowOutputs(data).length > 0 ? leastWithRows : least, needed));
}

function handleAt(id: string, type: 'source' | 'target', width: number, y: number): NodeHandle {
  const isSource = type === 'source';
  const place = { x: isSource ? width - 1 : 0, y: y - 0.5, width: 1, height: 1 };
  return { id, type, position: isSource ? 'right' : 'left', ...place } as NodeHandle;
}

/** The box and the handles of a step of an agent flow at a drawing level. */
export function layoutTile(
  data: FlowNodeData,
  level: DrawLevel,
  { hasError = false, storedWidth }: { hasError?: boolean; storedWidth?: number | undefined } = {},
): TileLayout {
  const { kind, scale } = level.kind === 'compact' ? fullLevel : level;
  const part = measures[kind === 'reading' ? 'reading' : 'full'];
  const width = tileWidth(data, storedWidth);
  const rows = rowOutputs(data);
  const zone = rows.length > 0 ? part.divider + 2 * part.pad + rows.length * part.row : 0;
  const height = part.head + zone + (hasError ? part.row + part.divider : 0);
  const middle = (part.head / 2) * scale;
  const rowAt = (port: OutputPort) =>
    (part.head + part.divider + part.pad + part.row * (rows.indexOf(port) + 0.5)) * scale;
  return {
    width,
    height: Math.round(height * scale),
    handles: [
      ...inputPorts(data).map(({ id }) => handleAt(id, 'target', width, middle)),
      ...outputPorts(data).map((port) =>
        handleAt(port.id, 'source', width, rows.includes(port) ? rowAt(port) : middle),
      ),
    ],
  };
}

/** The box and the handles of an iteration. */
export function layoutFrame(data: FlowNodeData, { width, height }: FrameSize, level: DrawLevel): TileLayout {
  const middle = height / 2;
  const rows = outputPorts(data);
  return {
    width,
    height,
    handles: [
      ...inputPorts(data).map(({ id }) => handleAt(id, 'target', width, middle)),
      ...rows.map(({ id }, index) =>
        handleAt(id, 'source', width, middle + index * 28 * Math.min(level.scale, 2)),
      ),
    ],
  };
}
