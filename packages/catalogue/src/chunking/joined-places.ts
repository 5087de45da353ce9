import type { Place } from '@tendril/contract/provider/block';

function isSamePlace(one: Place, other: Place): boolean {
  return (
    one.page === other.page &&
    one.slide === other.slide &&
    one.sheet === other.sheet &&
    (one.boxes !== undefined) === (other.boxes !== undefined) &&
    (one.lines !== undefined) === (other.lines !== undefined) &&
    one.cells === undefined &&
    other.cells === undefined &&
    one.time === undefined &&
    other.time === undefined &&
    (one.boxes !== undefined || one.lines !== undefined || one.anchor === other.anchor)
  );
}

function joined(one: Place, other: Place): Place {
  return {
    ...one,
    ...(one.boxes && other.boxes && { boxes: [...one.boxes, ...other.boxes] }),
    ...(one.lines && other.lines && { lines: [one.lines[0], Math.max(one.lines[1], other.lines[1])] }),
  };
}

/** The places of blocks that follow each other; those on one page, or of neighbouring lines, are one. */
export function joinedPlaces(places: readonly Place[]): Place[] {
  const kept: Place[] = [];
  for (const place of places) {
    if (Object.keys(place).length === 0) continue;
    const last = kept.at(-1);
    if (last && isSamePlace(last, place)) kept[kept.length - 1] = joined(last, place);
    else kept.push(place);
  }
  return kept;
}
