import type { Point } from '../commands/canvas-commands.ts';
import { type CanvasEdge, type CanvasNode, isNote, withLayout } from '../document/canvas-doc.ts';
import { hasBranches } from '../document/node-ports.ts';
import { type DrawLevel, drawLevels, fullLevel } from '../view/draw-level.ts';
import { arrangeBoxes, type Dagre } from './arrange-boxes.ts';
import type { Box, Link } from './column-places.ts';
import { layoutFrames, withPlacesInside } from './layout-frames.ts';

/** What a layout looks at. */
export interface Drawing {
  nodes: readonly CanvasNode[];
  edges: readonly CanvasEdge[];
  groups: readonly { id: string; nodeIds: readonly string[] }[];
}

/** Space between the frame of a group and its nodes; the top part holds its name. */
const framePad = { side: 32, top: 72 } as const;

interface Sized {
  node: CanvasNode;
  box: Box;
  /** Height of each place for edges below the node's top. */
  ports: ReadonlyMap<string, number>;
}

/** A note may be as high as its words; what it covers then lies above it. */
const levelsOf = (node: CanvasNode) => (isNote(node.data) ? [fullLevel] : drawLevels);

/**
 * The space a node takes at every zoom: text keeps its size on the screen, so a node is taller in flow units
 * the further the view is out. Its places for edges are those of the level it will be drawn at.
 */
function sized(node: CanvasNode, level: DrawLevel): Sized {
  const { width = 0, handles = [] } = withLayout(node, level);
  const height = Math.max(...levelsOf(node).map((one) => withLayout(node, one).height ?? 0));
  const ports = new Map(handles.flatMap((handle) => (handle.id ? [[handle.id, handle.y] as const] : [])));
  const hasFork = hasBranches(node.data);
  return { node, box: { id: node.id, width, height, ...(hasFork && { hasFork }) }, ports };
}

function linksOf(edges: readonly CanvasEdge[], all: ReadonlyMap<string, Sized>): Link[] {
  return edges.flatMap(({ source, target, sourceHandle, targetHandle }) => {
    const from = all.get(source);
    const to = all.get(target);
    if (!from || !to) return [];
    return [
      {
        source,
        target,
        sourceY: from.ports.get(sourceHandle) ?? 0,
        targetY: to.ports.get(targetHandle) ?? 0,
      },
    ];
  });
}

/** A group as one box, with its members inside. */
interface Cluster {
  box: Box;
  inside: Map<string, Point>;
}

function clusterOf(dagre: Dagre, id: string, members: readonly Sized[], links: readonly Link[]): Cluster {
  const places = arrangeBoxes(
    dagre,
    members.map(({ box }) => box),
    links,
  );
  const inside = new Map(
    [...places].map(([member, { x, y }]) => [member, { x: x + framePad.side, y: y + framePad.top }]),
  );
  const right = Math.max(...members.map(({ box }) => (inside.get(box.id)?.x ?? 0) + box.width));
  const bottom = Math.max(...members.map(({ box }) => (inside.get(box.id)?.y ?? 0) + box.height));
  return { box: { id, width: right + framePad.side, height: bottom + framePad.side }, inside };
}

/** Lays out groups by themselves first, then everything with each group as one box. */
function placesOf(dagre: Dagre, drawing: Drawing, all: ReadonlyMap<string, Sized>): Map<string, Point> {
  const links = linksOf(drawing.edges, all);
  const clusters = new Map<string, Cluster>();
  const clusterIdOf = new Map<string, string>();
  for (const group of drawing.groups) {
    const members = group.nodeIds.flatMap((id) => (clusterIdOf.has(id) ? [] : (all.get(id) ?? [])));
    if (members.length === 0) continue;
    const id = `\n${group.id}`;
    for (const { box } of members) clusterIdOf.set(box.id, id);
    clusters.set(id, clusterOf(dagre, id, members, links));
  }
  const insideOf = (id: string) => clusters.get(clusterIdOf.get(id) ?? '')?.inside.get(id) ?? { x: 0, y: 0 };
  const boxes = [
    ...[...all.values()].filter(({ box }) => !clusterIdOf.has(box.id)).map(({ box }) => box),
    ...[...clusters.values()].map(({ box }) => box),
  ];
  const outer = links.map(({ source, target, sourceY, targetY }) => ({
    source: clusterIdOf.get(source) ?? source,
    target: clusterIdOf.get(target) ?? target,
    sourceY: sourceY + insideOf(source).y,
    targetY: targetY + insideOf(target).y,
  }));
  const places = arrangeBoxes(dagre, boxes, outer);
  return new Map(
    [...all.keys()].map((id) => {
      const corner = places.get(clusterIdOf.get(id) ?? id) ?? { x: 0, y: 0 };
      const inside = insideOf(id);
      return [id, { x: corner.x + inside.x, y: corner.y + inside.y }];
    }),
  );
}

function distance(one: Sized, other: Sized): number {
  const apart = (from: number, length: number, to: number, otherLength: number) =>
    Math.max(0, to - (from + length), from - (to + otherLength));
  const [a, b] = [one.node.position, other.node.position];
  return Math.hypot(
    apart(a.x, one.box.width, b.x, other.box.width),
    apart(a.y, one.box.height, b.y, other.box.height),
  );
}

/** A note stays where it is beside the node it stands nearest to. */
function placeOfNote(
  note: Sized,
  all: ReadonlyMap<string, Sized>,
  places: ReadonlyMap<string, Point>,
): Point {
  let nearest: Sized | undefined;
  for (const other of all.values()) {
    if (!nearest || distance(note, other) < distance(note, nearest)) nearest = other;
  }
  const place = nearest && places.get(nearest.node.id);
  const { position } = note.node;
  if (!nearest || !place) return position;
  return {
    x: position.x + place.x - nearest.node.position.x,
    y: position.y + place.y - nearest.node.position.y,
  };
}

/**
 * New places for a flow, or for the chosen nodes of it, from left to right along the edges. The upper left corner
 * stays where it was, groups stay together, and notes stay beside their nodes. Only nodes that move are named.
 * Edges run straight at `level`.
 */
export function layoutFlow(
  dagre: Dagre,
  drawing: Drawing,
  ids?: ReadonlySet<string>,
  level: DrawLevel = fullLevel,
): Map<string, Point> {
  const scope = drawing.nodes
    .filter((node) => ids === undefined || ids.has(node.id))
    .map((node) => sized(node, level));
  const all = new Map(scope.filter(({ node }) => !isNote(node.data)).map((one) => [one.node.id, one]));
  if (all.size === 0) return new Map();
  const before = [...all.values()].map(({ node }) => node.position);
  const corner = {
    x: Math.min(...before.map(({ x }) => x)),
    y: Math.min(...before.map(({ y }) => y)),
  };
  const { outer, inside } = layoutFrames(dagre, all, linksOf(drawing.edges, all));
  const raw = withPlacesInside(placesOf(dagre, drawing, outer), inside);
  const left = Math.min(...[...raw.values()].map(({ x }) => x));
  const top = Math.min(...[...raw.values()].map(({ y }) => y));
  const places = new Map(
    [...raw].map(([id, { x, y }]) => [
      id,
      { x: Math.round(corner.x + x - left), y: Math.round(corner.y + y - top) },
    ]),
  );
  for (const note of scope)
    if (isNote(note.node.data)) places.set(note.node.id, placeOfNote(note, all, places));
  // What stands in a frame stays in it only when that is named as well.
  for (const { node } of scope) {
    const place = places.get(node.id);
    if (inside.has(node.id)) continue;
    if (place && place.x === node.position.x && place.y === node.position.y) places.delete(node.id);
  }
  return places;
}
