/** A box to place, in flow units. */
export interface Box {
  id: string;
  width: number;
  height: number;
  /** Whether edges leave it to several sides, which needs space for them to separate. */
  hasFork?: boolean;
}

/** A connection between two boxes, with the height of its ends below the top of each. */
export interface Link {
  source: string;
  target: string;
  sourceY: number;
  targetY: number;
}

/** Boxes by column from left to right, from top to bottom; `tops` is where they would stand. */
export interface Columns {
  columns: readonly (readonly Box[])[];
  links: readonly Link[];
  tops: ReadonlyMap<string, number>;
}

interface Block {
  sum: number;
  count: number;
}

/**
 * Puts boxes one under the other, each as near as can be to where it wants its top: neighbours that would overlap
 * share the shift. The order stays.
 */
export function stack(boxes: readonly Box[], wanted: readonly number[], gap: number): number[] {
  const offsets: number[] = [];
  let offset = 0;
  for (const box of boxes) {
    offsets.push(offset);
    offset += box.height + gap;
  }
  // Without the heights in between, "no overlap" is "in rising order": runs that fall are levelled to their mean.
  const blocks: Block[] = [];
  wanted.forEach((top, index) => {
    let block: Block = { sum: top - (offsets[index] ?? 0), count: 1 };
    for (let before = blocks.at(-1); before && mean(before) > mean(block); before = blocks.at(-1)) {
      blocks.pop();
      block = { sum: before.sum + block.sum, count: before.count + block.count };
    }
    blocks.push(block);
  });
  return blocks
    .flatMap((block) => Array<number>(block.count).fill(mean(block)))
    .map((top, index) => top + (offsets[index] ?? 0));
}

const mean = ({ sum, count }: Block) => sum / count;

type Pull = { other: string; shift: number };

/** What pulls each box up or down: the other ends of its links, with the distance that makes the link straight. */
function pulls(links: readonly Link[], side: 'source' | 'target'): Map<string, Pull[]> {
  const all = new Map<string, Pull[]>();
  for (const { source, target, sourceY, targetY } of links) {
    const [own, other, shift] =
      side === 'target' ? [source, target, targetY - sourceY] : [target, source, sourceY - targetY];
    all.set(own, [...(all.get(own) ?? []), { other, shift }]);
  }
  return all;
}

function sweep(
  columns: readonly Box[][],
  tops: Map<string, number>,
  pulled: ReadonlyMap<string, Pull[]>,
  gap: number,
): void {
  for (const column of columns) {
    const preferred = new Map(
      column.map(({ id }) => {
        const wanted = (pulled.get(id) ?? []).map(({ other, shift }) => (tops.get(other) ?? 0) + shift);
        const own = tops.get(id) ?? 0;
        return [id, wanted.length > 0 ? wanted.reduce((sum, one) => sum + one, 0) / wanted.length : own];
      }),
    );
    column.sort((one, other) => (preferred.get(one.id) ?? 0) - (preferred.get(other.id) ?? 0));
    const wanted = column.map(({ id }) => preferred.get(id) ?? 0);
    stack(column, wanted, gap).forEach((top, index) => {
      const box = column[index];
      if (box) tops.set(box.id, top);
    });
  }
}

/**
 * The tops of boxes in columns such that links run as straight as they can between their ports: towards the targets
 * and the sources in turn, the targets last, so that what feeds a node lines up with its ports.
 */
export function columnTops({ columns, links, tops }: Columns, gap: number): Map<string, number> {
  const placed = new Map(tops);
  const fromLeft = columns.map((column) => [...column]);
  const fromRight = fromLeft.toReversed();
  const toTargets = pulls(links, 'target');
  const toSources = pulls(links, 'source');
  for (let round = 0; round < 4; round += 1) {
    sweep(fromRight, placed, toTargets, gap);
    sweep(fromLeft, placed, toSources, gap);
  }
  sweep(fromRight, placed, toTargets, gap);
  return placed;
}
