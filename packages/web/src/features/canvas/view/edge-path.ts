import { getSmoothStepPath, Position } from '@xyflow/react';
import type { CanvasEdge, CanvasNode } from '../document/canvas-doc.ts';

const corner = 10;
/** How far an edge runs straight before its first corner. */
const lead = 18;
/** A frame lies under the edges: they end beside its handles instead of on them. In flow units. */
export const frameHandle = 7;
/** Ends closer than this, side by side, have no room for corners. */
const touching = 14;
/** An edge whose ends are nearly level is drawn straight rather than with a small kink. */
const level = 3;
/** Between the vertical parts of two edges into one node, in flow units. */
const laneStep = 10;

/** Where an edge begins and ends, in flow units. */
interface EdgeLine {
  sourceX: number;
  sourceY: number;
  targetX: number;
  targetY: number;
}

/** The path of an edge with right angles and its middle; `laneX` is where its vertical part runs. */
export function edgePath(
  { sourceX, sourceY, targetX, targetY }: EdgeLine,
  laneX?: number,
): { path: string; middleX: number; middleY: number } {
  const gap = targetX - sourceX;
  // Tiles that stand close, or touch, are joined straight: corners would need more room than there is.
  if (Math.abs(gap) < touching || (gap > 0 && Math.abs(targetY - sourceY) < level)) {
    const path = `M${sourceX},${sourceY} L${targetX},${targetY}`;
    return { path, middleX: (sourceX + targetX) / 2, middleY: (sourceY + targetY) / 2 };
  }
  const [path, middleX, middleY] = getSmoothStepPath({
    sourceX,
    sourceY,
    targetX,
    targetY,
    sourcePosition: Position.Right,
    targetPosition: Position.Left,
    borderRadius: corner,
    offset: gap > 0 ? Math.min(lead, gap / 2) : lead,
    ...(laneX !== undefined && { centerX: laneX }),
  });
  return { path, middleX, middleY };
}

/** Where an edge begins or ends at a handle of a node, in flow units. */
export function placeOf(node: CanvasNode | undefined, handleId: string, type: 'source' | 'target') {
  const handle = node?.handles?.find((one) => one.id === handleId && one.type === type);
  if (!node || !handle) return undefined;
  const { width = 1, height = 1 } = handle;
  return {
    x: node.position.x + handle.x + (type === 'source' ? width : 0),
    y: node.position.y + handle.y + height / 2,
  };
}

/** An edge as it is drawn: its ends, and its lane where it has one. */
export interface RoutedEdge {
  edge: CanvasEdge;
  line: EdgeLine;
  laneX?: number;
  /** Whether it is cut free from what it crosses; not where it would cut the edges it shares a lane with. */
  hasHalo: boolean;
}

function toRouted(edge: CanvasEdge, byId: ReadonlyMap<string, CanvasNode>): RoutedEdge | undefined {
  const [from, to] = [byId.get(edge.source), byId.get(edge.target)];
  const source = placeOf(from, edge.sourceHandle, 'source');
  const target = placeOf(to, edge.targetHandle, 'target');
  if (!source || !target) return undefined;
  const line = {
    sourceX: source.x + (from?.frame ? frameHandle : 0),
    sourceY: source.y,
    targetX: target.x - (to?.frame ? frameHandle : 0),
    targetY: target.y,
  };
  return { edge, line, hasHalo: true };
}

const isForward = ({ line }: RoutedEdge) => line.targetX - line.sourceX > 2 * lead;

/** The ports that take edges from above, lowest first, or from below, highest first: so none crosses another's end. */
function portOrder(routed: readonly RoutedEdge[], isDown: boolean): number[] {
  const ports = new Set(
    routed
      .filter(({ line }) => line.targetY > line.sourceY === isDown && line.targetY !== line.sourceY)
      .map(({ line }) => line.targetY),
  );
  return [...ports].sort((one, other) => (isDown ? other - one : one - other));
}

/** Gives each port that edges into one node end at a lane of its own, around the middle of the narrowest gap. */
function addLanes(routed: readonly RoutedEdge[]): void {
  const forward = routed.filter(isForward);
  const down = portOrder(forward, true);
  const up = portOrder(forward, false);
  const count = Math.max(down.length, up.length);
  const gap = Math.min(...forward.map(({ line }) => line.targetX - line.sourceX));
  const step = Math.min(laneStep, (gap - 2 * lead) / Math.max(count - 1, 1));
  for (const one of forward) {
    const { targetX, targetY, sourceY } = one.line;
    const lane = Math.max(0, (targetY > sourceY ? down : up).indexOf(targetY));
    one.laneX = targetX - gap / 2 + (lane - (count - 1) / 2) * step;
  }
}

/** Of the edges into one port only the lowest keeps its halo: that of a later one would cut through the others. */
function shareHalo(routed: readonly RoutedEdge[]): void {
  const ports = new Set<string>();
  for (const one of routed) {
    one.hasHalo = !ports.has(one.edge.targetHandle);
    ports.add(one.edge.targetHandle);
  }
}

type Routes = ReadonlyMap<string, RoutedEdge>;

let last: { nodes: readonly CanvasNode[]; edges: readonly CanvasEdge[]; routes: Routes } | undefined;

/** Every edge of a drawing as it is drawn, by its id; worked out once for each state of the drawing. */
export function edgeRoutes(nodes: readonly CanvasNode[], edges: readonly CanvasEdge[]): Routes {
  if (last?.nodes === nodes && last.edges === edges) return last.routes;
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const all = edges.flatMap((edge) => toRouted(edge, byId) ?? []);
  for (const routed of Map.groupBy(all, ({ edge }) => edge.target).values()) {
    addLanes(routed);
    shareHalo(routed);
  }
  const routes = new Map(all.map((one) => [one.edge.id, one]));
  last = { nodes, edges, routes };
  return routes;
}
