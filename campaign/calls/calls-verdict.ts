import type { ProcessFigures } from './process-figures.ts';

/** What the collector leaves standing between two looks. */
const noiseMb = 25;
const noiseHandles = 5;

/** Whether the last round has left more behind than the one before; the earlier ones still compile and fill caches. */
export function faultsOfGrowth(rounds: readonly ProcessFigures[]): string[] {
  const [before, after] = rounds.slice(-2);
  if (!before || !after) return [];
  const faults: string[] = [];
  if (after.memoryMb > before.memoryMb + noiseMb)
    faults.push(`memory grows from ${Math.round(before.memoryMb)} to ${Math.round(after.memoryMb)} MB`);
  if (after.handles > before.handles + noiseHandles)
    faults.push(`open handles grow from ${before.handles} to ${after.handles}`);
  return faults;
}
