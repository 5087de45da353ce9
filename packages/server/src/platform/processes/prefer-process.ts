import { setPriority } from 'node:os';

/** Before everything of usual priority, and behind what the system itself needs. */
const preferred = -10;

/**
 * Lets a process that has just been started run before others; its threads, which it has not started yet, too. Nothing
 * happens where the system does not allow it.
 */
export function preferProcess(processId: number): void {
  try {
    setPriority(processId, preferred);
  } catch {
    // Only root may, or who has a limit for it (`RLIMIT_NICE`).
  }
}
