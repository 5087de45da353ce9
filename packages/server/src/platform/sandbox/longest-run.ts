import type { RunLimits } from './sandbox-message.ts';

// Threads that share two processors compute slower than their clock says.
const longestComputingFactor = 4;

/** When a run must have ended, whatever its own clocks say. */
export function longestRunMs({ cpuMs, waitMs, totalMs }: RunLimits): number {
  return totalMs ?? waitMs + cpuMs * longestComputingFactor;
}
