import type { Point } from '../commands/canvas-commands.ts';
import { type Box, columnTops, type Link } from './column-places.ts';

/** What is used of dagre; it comes when the first layout is asked for. */
export type Dagre = typeof import('@dagrejs/dagre');

const columnGap = 64;
const forkGap = 96;
/** Leaves space for the run tag above each node. */
const rowGap = 48;
/** Height kept free where a link passes a column it does not end in. */
const passHeight = 8;

function ranked(dagre: Dagre, boxes: readonly Box[], links: readonly Link[]) {
  const graph = new dagre.Graph({ multigraph: true });
  graph.setGraph({ rankdir: 'LR', nodesep: rowGap, ranksep: columnGap, ranker: 'network-simplex' });
  for (const { id, width, height } of boxes) graph.setNode(id, { width, height });
  for (const [index, link] of links.entries()) graph.setEdge(link.source, link.target, {}, String(index));
  dagre.layout(graph);
  return boxes.map((box) => {
    const { rank = 0, y = 0 } = graph.node(box.id) as { rank?: number; y?: number };
    return { box, rank, top: y - box.height / 2 };
  });
}

interface Passes {
  links: Link[];
  boxes: Map<number, Box[]>;
  tops: Map<string, number>;
}

/** Long links get a small box in each column they pass, so that no node comes to lie on them. */
function withPasses(
  links: readonly Link[],
  columnOf: ReadonlyMap<string, number>,
  tops: ReadonlyMap<string, number>,
): Passes {
  const passes: Passes = { links: [], boxes: new Map(), tops: new Map() };
  links.forEach((link, index) => {
    const from = columnOf.get(link.source) ?? 0;
    const to = columnOf.get(link.target) ?? 0;
    // A backward link has no pull.
    if (to <= from) return;
    let { source, sourceY } = link;
    for (let column = from + 1; column < to; column += 1) {
      const id = `\n${index} ${column}`;
      passes.boxes.set(column, [...(passes.boxes.get(column) ?? []), { id, width: 0, height: passHeight }]);
      passes.tops.set(id, (tops.get(link.source) ?? 0) + link.sourceY - passHeight / 2);
      passes.links.push({ source, sourceY, target: id, targetY: passHeight / 2 });
      [source, sourceY] = [id, passHeight / 2];
    }
    passes.links.push({ source, sourceY, target: link.target, targetY: link.targetY });
  });
  return passes;
}

/** Places boxes left to right along their links, in columns that begin at one line; the upper left corner is 0, 0. */
export function arrangeBoxes(
  dagre: Dagre,
  boxes: readonly Box[],
  links: readonly Link[],
): Map<string, Point> {
  const known = new Set(boxes.map(({ id }) => id));
  const inner = links.filter(
    ({ source, target }) => source !== target && known.has(source) && known.has(target),
  );
  const all = ranked(dagre, boxes, inner);
  const ranks = [...new Set(all.map(({ rank }) => rank))].sort((one, other) => one - other);
  const columnOf = new Map(all.map(({ box, rank }) => [box.id, ranks.indexOf(rank)]));
  const tops = new Map(all.map(({ box, top }) => [box.id, top]));
  const passes = withPasses(inner, columnOf, tops);
  const columns = ranks.map((rank, index) => [
    ...all.filter((one) => one.rank === rank).map(({ box }) => box),
    ...(passes.boxes.get(index) ?? []),
  ]);
  for (const [id, top] of passes.tops) tops.set(id, top);
  for (const column of columns)
    column.sort((one, other) => (tops.get(one.id) ?? 0) - (tops.get(other.id) ?? 0));
  const placed = columnTops({ columns, links: passes.links, tops }, rowGap);
  const highest = Math.min(...boxes.map(({ id }) => placed.get(id) ?? 0));
  let x = 0;
  const places = new Map<string, Point>();
  for (const column of columns) {
    for (const { id } of column) {
      if (known.has(id)) places.set(id, { x: Math.round(x), y: Math.round((placed.get(id) ?? 0) - highest) });
    }
    const gap = column.some(({ hasFork }) => hasFork) ? forkGap : columnGap;
    x += Math.max(...column.map(({ width }) => width)) + gap;
  }
  return places;
}
