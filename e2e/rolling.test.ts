import { expect, it } from 'vitest';
import { runRolling } from '../campaign/rolling/rolling.ts';

it('nobody notices that every process behind the balancer is restarted in turn, under answers and calls', {
  timeout: 300_000,
}, async ({ skip }) => {
  const seed = Date.now() % 1_000_000;
  const report = await runRolling({
    ...{ processes: 2, restarts: 2, runs: 12, calls: 3, seed },
    // Longer than the time to finish: some runs are handed over at a step, some within an answer.
    ...{ stepMs: 2500, graceMs: 1500 },
  });
  if (!report) return skip('HAProxy is not on this machine');
  expect(report.faults, `seed ${seed}`).toEqual([]);
  expect(report.resumed).toBeGreaterThan(0);
  expect(report.answers).toBeGreaterThan(report.resumed);
  expect(report.calls).toBeGreaterThan(0);
});
