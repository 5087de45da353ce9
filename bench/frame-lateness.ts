import { percentile } from './percentile.ts';

const frameMs = 20;
/** Sound is sent this far ahead. */
const aheadFrames = 4;
const windowFrames = 50;

/** How late frames were, in ms. */
export interface Lateness {
  p50: number;
  p99: number;
}

/** How much later than its time each frame of each call was, by the earliest one of its second. */
export function latenessOf(calls: readonly (readonly number[])[]): Lateness {
  const late = calls.flatMap(lateFrames).sort((left, right) => left - right);
  return { p50: percentile(late, 0.5), p99: percentile(late, 0.99) };
}

function lateFrames(moments: readonly number[]): number[] {
  const due = moments.slice(aheadFrames).map((at, index) => at - index * frameMs);
  return due.flatMap((_, index) => {
    if (index % windowFrames > 0) return [];
    const own = due.slice(index, index + windowFrames);
    const earliest = Math.min(...own);
    return own.map((at) => at - earliest);
  });
}
