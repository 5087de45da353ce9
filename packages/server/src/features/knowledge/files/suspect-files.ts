import type { FileJob, FileReached } from './file-job.ts';

/** A file under which the server died this often, and got no further, is not tried again. */
export const mostStops = 3;
const firstWaitMs = 4000;

/** The file that is under way, and those under which the server died: they are read last. */
export interface FilesUnderWay {
  reached?: FileReached | undefined;
  suspects?: readonly FileReached[] | undefined;
}

/** Where a job goes on after a stop. `deaths`: of its process, so far. */
export function afterStop({ reached, suspects = [] }: FilesUnderWay, deaths: number): FilesUnderWay {
  // Stopped in order, or behind what was written last: then it may go on where it is.
  if (reached?.begunAt === undefined || deaths <= reached.begunAt) return { reached, suspects };
  const { begunAt: _, ...suspect } = { ...reached, stops: (reached.stops ?? 0) + 1 };
  const others = suspects.filter(({ fileId }) => fileId !== suspect.fileId);
  const all = [...others, suspect].toSorted((one, other) => (one.stops ?? 0) - (other.stops ?? 0));
  return { reached: undefined, suspects: all };
}

/**
 * Waits with a suspect until the server has been up for a while, longer each time: whatever else stops the server again
 * and again stops it before that, and is not counted as the fault of the file.
 */
export async function untilSafe(job: Pick<FileJob, 'untilUpFor'>, { stops = 0 }: FileReached): Promise<void> {
  if (stops > 0 && stops < mostStops) await job.untilUpFor(firstWaitMs * 2 ** (stops - 1));
}
