import { AppError } from '@tendril/contract/app-error';

/** Lets a few pieces of work go on at once; those that wait take turns by workspace. */
interface FairQueue {
  /**
   * Runs `work` when it is its turn. Throws TOO_MANY_REQUESTS when too many of the workspace wait already, and the
   * signal's reason when it aborts before. `isPatient` work waits however many there are.
   */
  run<T>(workspaceId: string, work: () => Promise<T>, signal?: AbortSignal, isPatient?: boolean): Promise<T>;
}

interface FairQueueLimits {
  /** Pieces of work at once. */
  places: number;
  /** How many of one workspace may wait. */
  mostWaiting: number;
}

type Start = () => void;

export function createFairQueue({ places, mostWaiting }: FairQueueLimits): FairQueue {
  // In the order of their next turn: a workspace that was served goes to the end.
  const waiting = new Map<string, Start[]>();
  let free = places;

  function next(): void {
    for (const [workspaceId, starts] of waiting) {
      if (free === 0) return;
      waiting.delete(workspaceId);
      const start = starts.shift();
      if (starts.length > 0) waiting.set(workspaceId, starts);
      if (!start) continue;
      free -= 1;
      start();
    }
    if (free > 0 && waiting.size > 0) next();
  }

  async function wait(
    workspaceId: string,
    signal: AbortSignal | undefined,
    isPatient: boolean,
  ): Promise<void> {
    const starts = waiting.get(workspaceId) ?? [];
    if (starts.length >= mostWaiting && !isPatient)
      throw new AppError(
        'TOO_MANY_REQUESTS',
        'Too many lists and searches of this workspace are being read. Try again in a moment.',
      );
    await new Promise<void>((resolve, reject) => {
      const start = () => {
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      const leave = () => {
        starts.splice(starts.indexOf(start), 1);
        if (starts.length === 0) waiting.delete(workspaceId);
        reject(signal?.reason);
      };
      signal?.addEventListener('abort', leave, { once: true });
      starts.push(start);
      waiting.set(workspaceId, starts);
    });
  }

  return {
    async run(workspaceId, work, signal, isPatient = false) {
      signal?.throwIfAborted();
      if (free > 0 && waiting.size === 0) free -= 1;
      else await wait(workspaceId, signal, isPatient);
      try {
        return await work();
      } finally {
        free += 1;
        next();
      }
    },
  };
}
