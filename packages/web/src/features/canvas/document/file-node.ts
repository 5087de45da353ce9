import type { FlowNode } from '@tendril/contract/flow/flow';
import type { CanvasNode } from './canvas-doc.ts';

/** Places closer than this are the same: what is written relative to a frame is not exact to the last digit. */
const closeness = 0.01;

interface Point {
  x: number;
  y: number;
}

const isNear = (one: Point, other: Point) =>
  Math.abs(one.x - other.x) < closeness && Math.abs(one.y - other.y) < closeness;

const isPoint = (value: unknown): value is Point =>
  typeof value === 'object' && value !== null && 'x' in value && 'y' in value;

/** What of a node a person can change, as a file has it; undefined takes the key away. */
interface Written {
  position: Point;
  type: string | undefined;
  data: FlowNode['data'];
  isDisabled: true | undefined;
  pinned: FlowNode['pinned'];
  parentNode: string | undefined;
  extent: 'parent' | undefined;
}

function changesOf(file: FlowNode, { kept }: CanvasNode, written: Written): Record<string, unknown> {
  const changes: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(written)) {
    if (key === 'position' || value === file[key]) continue;
    if (kept && key in kept && value === undefined) continue;
    if (key === 'extent' && (value === undefined) === (file['extent'] === undefined)) continue;
    if (key === 'isDisabled' && value === undefined && !file.isDisabled) continue;
    if (key === 'type' && file.type === undefined && value === 'customNode') continue;
    const isChosen = key === 'data' && written.data['selected'] === true;
    changes[key] = isChosen ? { ...written.data, selected: false } : value;
  }
  return changes;
}

/**
 * A node that was read from a file, as it is written again: the same value while nobody has changed it, else with
 * what changed, its keys in their order, and the size that the file gave it.
 */
export function writtenFileNode(
  file: FlowNode,
  node: CanvasNode,
  container: Point | undefined,
  written: Written,
): FlowNode {
  const changes = changesOf(file, node, written);
  if (!isNear(file.position, written.position)) changes['position'] = written.position;
  const absolute = file['positionAbsolute'];
  if (isPoint(absolute) && !isNear(absolute, node.position)) {
    // Some files have nothing but zeros there.
    const wasTrue = container !== undefined || isNear(absolute, file.position);
    if (wasTrue || changes['position']) changes['positionAbsolute'] = { ...node.position };
  }
  if (node.frame) Object.assign(changes, frameChanges(file, node.frame));
  if (Object.keys(changes).length === 0) return file;
  const next = { ...file, ...changes };
  for (const [key, value] of Object.entries(changes)) if (value === undefined) delete next[key];
  return next;
}

function frameChanges(
  file: FlowNode,
  { width, height }: NonNullable<CanvasNode['frame']>,
): Record<string, unknown> {
  const { style } = file;
  const before = typeof style === 'object' && style !== null ? (style as Record<string, unknown>) : file;
  if (before['width'] === width && before['height'] === height) return {};
  return { width, height, style: { ...(before === file ? {} : before), width, height } };
}
