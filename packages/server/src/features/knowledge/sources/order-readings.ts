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
  { reached, suspects = [] }: FilesUnderWay,
): readonly Reading[] {
  const turns = new Map(suspects.map(({ fileId }, at) => [fileId, at + 1]));
  if (reached) turns.set(reached.fileId, -1);
  const turnOf = ({ file }: Reading) => turns.get(file?.id ?? '') ?? 0;
  return readings.toSorted((one, other) => turnOf(one) - turnOf(other));
}
