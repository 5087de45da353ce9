import type { SoakSample } from './soak-sample.ts';

const hourMs = 3_600_000;
/** How much memory may grow in an hour, as a part of the level: what is left over of caches that fill up. */
const mostGrowth = 0.1;
/** Below this much in the time that was measured, a slope is noise of the collector. */
const noiseMb = 25;
const noiseHandles = 10;

/** The least squares slope of values over time, per hour. */
export function slopePerHour(points: readonly (readonly [atMs: number, value: number])[]): number {
  const count = points.length;
  const meanAt = points.reduce((sum, [at]) => sum + at, 0) / count;
  const mean = points.reduce((sum, [, value]) => sum + value, 0) / count;
  const spread = points.reduce((sum, [at]) => sum + (at - meanAt) ** 2, 0);
  const joint = points.reduce((sum, [at, value]) => sum + (at - meanAt) * (value - mean), 0);
  return spread === 0 ? 0 : (joint / spread) * hourMs;
}

/** What grows though it should not, judged by the second half: the first one fills caches. `isKept`: tables of content. */
export function faultsOfSoak(samples: readonly SoakSample[], isKept: (table: string) => boolean): string[] {
  const half = samples.slice(Math.floor(samples.length / 2));
  const [first, last] = [half[0], half.at(-1)];
  if (!first || !last || half.length < 4) return ['too short for a verdict'];
  const hours = (last.atMs - first.atMs) / hourMs;
  const faults: string[] = [];
  const memory = slopePerHour(half.map(({ atMs, memoryMb }) => [atMs, memoryMb]));
  if (memory * hours > noiseMb && memory > first.memoryMb * mostGrowth)
    faults.push(`memory grows by ${memory.toFixed(0)} MB an hour from ${first.memoryMb.toFixed(0)} MB`);
  const handles = slopePerHour(half.map(({ atMs, handles: open }) => [atMs, open]));
  if (handles * hours > noiseHandles) faults.push(`open handles grow by ${handles.toFixed(0)} an hour`);
  for (const [table, count] of Object.entries(last.rows)) {
    const grown = count - (first.rows[table] ?? 0);
    if (!isKept(table) && grown > noiseHandles) faults.push(`${table} grows: ${grown} rows more`);
  }
  return faults;
}
