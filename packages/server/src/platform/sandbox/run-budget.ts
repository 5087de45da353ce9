import { outOfTime } from './run-outcome.ts';
import type { RunOutcome } from './sandbox-message.ts';

/** The two clocks of one run. */
interface RunBudget {
  isOver(): boolean;
  outcome(): RunOutcome;
  stop(): void;
}

/** Starts both clocks; `onWall` is called when the wall clock expires while the code only waits. */
export function startBudget(cpuMs: number, wallMs: number, onWall: () => void): RunBudget {
  const cpuAtStart = process.threadCpuUsage();
  const deadline = performance.now() + wallMs;
  const timer = setTimeout(onWall, wallMs);

  function isCpuOver(): boolean {
    const { user, system } = process.threadCpuUsage(cpuAtStart);
    return (user + system) / 1000 > cpuMs;
  }

  return {
    isOver: () => performance.now() > deadline || isCpuOver(),
    outcome: () => (isCpuOver() ? outOfTime(cpuMs, 'cpu') : outOfTime(wallMs, 'wall')),
    stop: () => clearTimeout(timer),
  };
}
