import { outOfTime } from './run-outcome.ts';
import type { RunLimits, RunOutcome } from './sandbox-message.ts';

/** The clocks of one run: one runs while its code computes, another while it only waits. */
interface RunBudget {
  /** Asked while the code computes. */
  isOver(): boolean;
  /** Nothing is left to compute until an answer or a timer comes. */
  startWaiting(): void;
  stopWaiting(): void;
  outcome(): RunOutcome;
  stop(): void;
}

/** Starts the clocks; `onOver` is called when one runs out while the code only waits. */
export function startBudget({ cpuMs, waitMs, totalMs }: RunLimits, onOver: () => void): RunBudget {
  const cpuAtStart = process.threadCpuUsage();
  const deadline = totalMs === undefined ? Number.POSITIVE_INFINITY : performance.now() + totalMs;
  let waitedMs = 0;
  let waitingSince: number | undefined;
  let timer: NodeJS.Timeout | undefined;

  function isCpuOver(): boolean {
    const { user, system } = process.threadCpuUsage(cpuAtStart);
    return (user + system) / 1000 > cpuMs;
  }

  function isTotalOver(): boolean {
    return performance.now() >= deadline;
  }

  function stopWaiting(): void {
    clearTimeout(timer);
    if (waitingSince === undefined) return;
    waitedMs += performance.now() - waitingSince;
    waitingSince = undefined;
  }

  return {
    isOver: () => isTotalOver() || isCpuOver(),
    startWaiting() {
      if (waitingSince !== undefined) return;
      waitingSince = performance.now();
      timer = setTimeout(onOver, Math.max(0, Math.min(waitMs - waitedMs, deadline - waitingSince)));
    },
    stopWaiting,
    outcome() {
      if (totalMs !== undefined && isTotalOver()) return outOfTime(totalMs, 'total');
      return isCpuOver() ? outOfTime(cpuMs, 'cpu') : outOfTime(waitMs, 'wait');
    },
    stop: () => clearTimeout(timer),
  };
}
