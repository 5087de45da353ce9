import type { Logger } from 'pino';
import { toAppError } from '../../../platform/http/errors.ts';

const firstWaitMs = 500;
const longestWaitMs = 10_000;
/** A write that fails for another reason than the database being unavailable would fail for ever. */
const mostFaults = 5;
const passing = new Set(['UNAVAILABLE', 'STORAGE_FULL']);

/** Ends of runs that could not be written at once, retried until they are. */
interface UnwrittenEnds {
  has(runId: string): boolean;
  add(runId: string, write: () => Promise<void>): void;
  /** Retries each once; what still fails is found by the next start. */
  close(): Promise<void>;
}

interface Unwritten {
  write(): Promise<void>;
  timer: NodeJS.Timeout | undefined;
  faults: number;
}

/** Keeps in memory what the database did not accept, so that no run is left in progress when it is back. */
export function createUnwrittenEnds(log: Logger): UnwrittenEnds {
  const ends = new Map<string, Unwritten>();

  async function attempt(runId: string, end: Unwritten, waitMs: number): Promise<void> {
    try {
      await end.write();
      ends.delete(runId);
    } catch (error) {
      if (!passing.has(toAppError(error).code)) end.faults += 1;
      if (end.faults < mostFaults) return again(runId, end, Math.min(waitMs * 2, longestWaitMs));
      log.error({ err: error, runId }, 'the end of a run cannot be written');
      ends.delete(runId);
    }
  }

  function again(runId: string, end: Unwritten, waitMs: number): void {
    end.timer = setTimeout(() => void attempt(runId, end, waitMs), waitMs).unref();
  }

  return {
    has: (runId) => ends.has(runId),
    add(runId, write) {
      const end = { write, timer: undefined, faults: 0 };
      ends.set(runId, end);
      again(runId, end, firstWaitMs);
    },
    async close() {
      const open = [...ends.values()];
      ends.clear();
      for (const { timer } of open) clearTimeout(timer);
      await Promise.allSettled(open.map(({ write }) => write()));
    },
  };
}
