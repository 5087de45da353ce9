import { type CheckResult, runChecks } from './check-list.ts';

/** Prints a check's line, and its output when it failed. */
function report({ name, isPassed, output, durationMs }: CheckResult): void {
  console.log(`${isPassed ? 'ok    ' : 'FAILED'} ${name} (${Math.round(durationMs)} ms)`);
  if (!isPassed) console.log(output);
}

const startedAt = performance.now();
const results = await runChecks(true, report);
const failed = results.filter((result) => !result.isPassed).length;
console.log(
  `${results.length - failed} passed, ${failed} failed in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`,
);
process.exitCode = failed > 0 ? 1 : 0;
