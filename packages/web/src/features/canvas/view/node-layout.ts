import type { FlowNodeData } from '@tendril/contract/flow/flow';
import type { NodeHandle } from '@xyflow/react';
import { drawnInputs } from '../document/drawn-inputs.ts';
import { outputPorts } from '../document/node-ports.ts';
import { shownValues } from '../document/shown-values.ts';
import { type DrawLevel, fullLevel } from './draw-level.ts';

/** Width of a node in flow units, the same at every zoom. */
export const nodeWidth = 280;

interface Measures {
  bar: number;
  head: number;
  portRow: number;
  valueRow: number;
  pad: number;
  divider: number;
}

/** Heights of a node's parts in pixels of the screen; the style sheet holds the same numbers. */
const measures: Record<'full' | 'reading', Measures> = {
  full: { bar: 3, head: 52, portRow: 28, valueRow: 28, pad: 6, divider: 1 },
  reading: { bar: 3, head: 36, portRow: 22, valueRow: 20, pad: 4, divider: 1 },
};

/** Where a node's parts are, in flow units, so that nothing has to be measured in the page. */
interface NodeLayout {
  width: number;
  height: number;
  handles: NodeHandle[];
}

/** The box and the handles of a node card at a drawing level; a failed node has one more row for its message. */
export function layoutNode(data: FlowNodeData, level: DrawLevel, hasError = false): NodeLayout {
  // A compact node keeps the size of a full one, so that its edges stay in place.
  const { kind, scale } = level.kind === 'compact' ? fullLevel : level;
  const part = measures[kind === 'reading' ? 'reading' : 'full'];
  const inputs = drawnInputs(data);
  const outputs = outputPorts(data);
  const values = shownValues(data);
  const portRows = Math.max(inputs.length, outputs.length);
  const valueRows = values.rows.length + (values.more > 0 ? 1 : 0) + (hasError ? 1 : 0);
  const firstRow = part.bar + part.head + part.divider + part.pad;
  const zone = (rows: number, row: number) => (rows > 0 ? part.divider + 2 * part.pad + rows * row : 0);
  const height = part.bar + part.head + zone(portRows, part.portRow) + zone(valueRows, part.valueRow);
  const rowCentre = (row: number) => (firstRow + part.portRow * (row + 0.5)) * scale;
  const place = (id: string, row: number, type: 'source' | 'target') =>
    ({
      id,
      type,
      position: type === 'source' ? 'right' : 'left',
      x: type === 'source' ? nodeWidth - 1 : 0,
      y: rowCentre(row) - 0.5,
      width: 1,
      height: 1,
    }) as NodeHandle;
  return {
    width: nodeWidth,
    height: Math.round(height * scale),
    handles: [
      ...inputs.map((port, row) => place(port.id, row, 'target')),
      ...outputs.map((port, row) => place(port.id, row, 'source')),
    ],
  };
}

/** Notes of agent flows are as narrow as the steps beside them. */
const stepNoteWidth = 210;

const note = { pad: 12, minLines: 3, letterShare: 0.52 } as const;

/** Type size and line height of a note in pixels of the screen; the style sheet holds the same numbers. */
const noteType = {
  full: { size: 13, line: 20 },
  reading: { size: 9.5, line: 13 },
  compact: { size: 9.5, line: 12 },
} as const;
/** Notes stop growing here, because they would cover the flow. */
const largestNoteScale = 3.2;

/** The box of a sticky note, as high as its text needs at a size that can be read. */
export function layoutNote(data: FlowNodeData, level: DrawLevel): NodeLayout {
  const width = data.name === 'stickyNoteAgentflow' ? stepNoteWidth : nodeWidth;
  const type = noteType[level.kind];
  const scale = Math.min(level.scale, largestNoteScale);
  const lettersPerLine = (width - 2 * note.pad) / (type.size * scale * note.letterShare);
  const text = String(data.inputs?.['note'] ?? '');
  const lines = text
    .split('\n')
    .reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / lettersPerLine)), 0);
  const height = Math.round(Math.max(note.minLines, lines) * type.line * scale + 2 * note.pad);
  return { width, height, handles: [] };
}
