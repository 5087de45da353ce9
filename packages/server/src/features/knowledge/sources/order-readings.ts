import type { FilesUnderWay } from '../files/public.ts';
import type { KnownFile, ListedFile } from './plan-sync.ts';

/** A file that is to be read: one that is known, or a new one. */
export interface Reading {
  entry: ListedFile;
  file: KnownFile | undefined;
}

/** What was under way at a stop comes first; what the server died under comes last. */
export function inTurn(
  readings: readonly Reading[],
  { reached, suspects = [], alone = [] }: FilesUnderWay,
): readonly Reading[] {
  const turns = new Map(suspects.map(({ fileId }, at) => [fileId, at + 1]));
  if (reached) turns.set(reached.fileId, -1);
  const apart = new Set(alone);
  // Behind those that are read together, before those that were at fault by themselves.
  const turnOf = ({ file, entry }: Reading) => turns.get(file?.id ?? '') ?? (apart.has(entry.key) ? 0.5 : 0);
  return readings.toSorted((one, other) => turnOf(one) - turnOf(other));
}
