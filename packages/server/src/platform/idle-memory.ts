import { flushCompileCache } from 'node:module';
import { performance } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

interface IdleMemoryOptions {
  everyMs?: number;
  /** The share of its time that the event loop was busy since the last call. */
  readBusyness?: () => number;
  /** Frees what is no longer needed, and gives it back to the system. */
  collect?: () => void;
}

const defaultEveryMs = 3000;
/** A call alone uses more of the event loop's time than this. */
const busy = 0.01;

/**
 * Gives memory back that the start, or a time of load, has left behind. The engine does so by itself only while something
 * happens, and an idle server would hold it for good. Returns the function that ends this.
 */
export function releaseIdleMemory({
  everyMs = defaultEveryMs,
  readBusyness = busynessOfLoop(),
  collect = collectGarbage,
}: IdleMemoryOptions = {}): () => void {
  let isWorthIt = true;
  const timer = setInterval(() => {
    if (readBusyness() > busy) isWorthIt = true;
    else if (isWorthIt) {
      collect();
      isWorthIt = false;
      // Collecting is work too: counted as such, it would be done again and again.
      readBusyness();
    }
  }, everyMs).unref();
  return () => clearInterval(timer);
}

function busynessOfLoop(): () => number {
  let before = performance.eventLoopUtilization();
  return () => {
    const { utilization } = performance.eventLoopUtilization(before);
    before = performance.eventLoopUtilization();
    return utilization;
  };
}

/** Takes some tens of milliseconds. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as (options: { type: 'major'; flavor: 'last-resort' }) => void;
  collect({ type: 'major', flavor: 'last-resort' });
  // What was loaded with requests is stored now, not at the exit: until then its compiled code is held in memory.
  flushCompileCache();
}
