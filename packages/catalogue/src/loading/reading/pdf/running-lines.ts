import type { Segment } from './page-segments.ts';

/** Heads and feet are in the outer parts of a page. */
const outerShare = 0.13;
const leastPages = 3;
const leastShare = 0.6;

/** Heights are compared in steps of so many points. */
const heightStep = 8;

export interface SegmentedPage {
  number: number;
  segments: Segment[];
  edges: { top: number; bottom: number };
}

/** Its words without numbers, and how far it stands from the upper or the lower edge, whatever the size of the page. */
function keyOf({ text, baseline }: Segment, { top, bottom }: SegmentedPage['edges']): string | undefined {
  const fromTop = baseline - top;
  const fromBottom = bottom - baseline;
  if (Math.min(fromTop, fromBottom) > (bottom - top) * outerShare) return undefined;
  const words = text.replace(/\d+|\b[ivxlc]+\b/gi, '#').toLowerCase();
  const height = fromTop < fromBottom ? fromTop / heightStep : -fromBottom / heightStep;
  return `${Math.round(height)} ${words}`;
}

/** Finds the text that is repeated at the same height on most pages, or on most of the left or of the right ones. */
export function findRunningLines(
  pages: readonly SegmentedPage[],
): (segment: Segment, edges: SegmentedPage['edges']) => boolean {
  const counts = new Map<string, [number, number]>();
  const totals: [number, number] = [0, 0];
  for (const { number, segments, edges } of pages) {
    const side = (number % 2) as 0 | 1;
    totals[side] += 1;
    for (const key of new Set(segments.map((segment) => keyOf(segment, edges)))) {
      if (key === undefined) continue;
      const count = counts.get(key) ?? [0, 0];
      count[side] += 1;
      counts.set(key, count);
    }
  }
  const isRepeated = (height: number, words: string) => {
    const sides: [number, number] = [0, 0];
    for (const near of [height - 1, height, height + 1]) {
      const [even, odd] = counts.get(`${near} ${words}`) ?? [0, 0];
      sides[0] += even;
      sides[1] += odd;
    }
    const [even, odd] = sides;
    if (even + odd >= leastPages && even + odd >= (totals[0] + totals[1]) * leastShare) return true;
    return ([0, 1] as const).some(
      (side) => sides[side] >= leastPages && sides[side] >= totals[side] * leastShare,
    );
  };
  return (segment, edges) => {
    const key = keyOf(segment, edges);
    if (key === undefined) return false;
    const space = key.indexOf(' ');
    return isRepeated(Number(key.slice(0, space)), key.slice(space + 1));
  };
}
