import type { FileJob, FileReached } from './file-job.ts';

/**
 * For how long the server has to have been up before it reads a file again, after each time that it died under it. The
 * first times say little: stopping a server at random hits the same file again and again. The last ones say much:
 * the server lived for minutes without the file, and died while nothing but it was read.
 */
const waitsMs = [0, 0, 2000, 4000, 6000, 60_000, 300_000] as const;
/** A file under which the server died this often, and got no further, is not tried again. */
export const mostStops = waitsMs.length + 1;

/** What is under way, and what the server died under, which is read last. */
export interface FilesUnderWay {
  /** The file that is read by itself. */
  reached?: FileReached | undefined;
  suspects?: readonly FileReached[] | undefined;
  /** The files that are read together, by their keys. */
  group?: { keys: readonly string[]; begunAt: number } | undefined;
  /** Those of groups that the server died under: each is read by itself. */
  alone?: readonly string[] | undefined;
}

/** Whether something is begun of which nothing is written yet. */
export function isOnlyBegun({ reached, group }: FilesUnderWay): boolean {
  return reached?.begunAt !== undefined || group !== undefined;
}

/** Where a job goes on after a stop. `deaths`: of its process, so far. */
export function afterStop(
  { reached, suspects = [], group, alone = [] }: FilesUnderWay,
  deaths: number,
): FilesUnderWay {
  const isFatal = group !== undefined && deaths > group.begunAt;
  const apart = { group: undefined, ...(isFatal && { alone: [...new Set([...alone, ...group.keys])] }) };
  // Stopped in order, or behind what was written last: then it may go on where it is.
  if (reached?.begunAt === undefined || deaths <= reached.begunAt) return { reached, suspects, ...apart };
  const { begunAt: _, ...suspect } = { ...reached, stops: (reached.stops ?? 0) + 1 };
  const others = suspects.filter(({ fileId }) => fileId !== suspect.fileId);
  const all = [...others, suspect].toSorted((one, other) => (one.stops ?? 0) - (other.stops ?? 0));
  return { reached: undefined, suspects: all, ...apart };
}

/** What is under way no more once a file that was read by itself is done. */
export function withoutFile(
  { suspects, alone }: FilesUnderWay,
  { fileId, key }: { fileId: string | undefined; key: string | undefined },
): FilesUnderWay {
  return {
    group: undefined,
    suspects: suspects?.filter((suspect) => suspect.fileId !== fileId),
    alone: alone?.filter((one) => one !== key),
  };
}

/**
 * Waits with a suspect until the server has been up for a while, longer and longer: whatever else stops the server again
 * and again stops it before that, and is not counted as the fault of the file. Waits for `mostMs` at most, and says
 * whether the file may be read now.
 */
export async function untilSafe(
  job: Pick<FileJob, 'untilUpFor'>,
  { stops = 0 }: FileReached,
  mostMs?: number,
): Promise<boolean> {
  const waitMs = waitsMs[stops - 1] ?? 0;
  return waitMs === 0 || job.untilUpFor(waitMs, mostMs);
}
