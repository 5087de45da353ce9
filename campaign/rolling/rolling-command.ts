import { parseArgs } from 'node:util';
import { kindOfFault, runRolling } from './rolling.ts';

const options = {
  processes: { type: 'string', default: '4' },
  restarts: { type: 'string', default: '20' },
  runs: { type: 'string', default: '1000' },
  calls: { type: 'string', default: '50' },
  'step-ms': { type: 'string', default: '8000' },
  'grace-ms': { type: 'string', default: '5000' },
  seed: { type: 'string' },
} as const;

/**
 * `npm run campaign rolling [--processes 4] [--restarts 20] [--runs 1000] [--calls 50]`: whether nobody notices that
 * every process is restarted. Returns whether nothing went wrong.
 */
export async function run(args: readonly string[]): Promise<boolean> {
  const { values } = parseArgs({ args: [...args], options });
  const seed = Number(values.seed ?? Date.now() % 1_000_000);
  console.log(`seed ${seed}`);
  const report = await runRolling({
    processes: Number(values.processes),
    restarts: Number(values.restarts),
    runs: Number(values.runs),
    calls: Number(values.calls),
    stepMs: Number(values['step-ms']),
    graceMs: Number(values['grace-ms']),
    seed,
    log: (line) => console.log(line),
  });
  if (!report) {
    console.log('There is no HAProxy on this machine.');
    return false;
  }
  const { answers, calls, resumed, reconnects, refused, restartMs, faults, logged } = report;
  const slowest = Math.max(0, ...restartMs);
  console.log(
    `${restartMs.length} restarts (the slowest took ${slowest} ms): ${answers} answers, ${calls} calls, ${resumed} runs went on in another process, ${reconnects} reconnects, ${refused} questions refused for a moment`,
  );
  console.log(`${faults.length} faults`);
  for (const [kind, examples] of Map.groupBy(faults, kindOfFault))
    console.log(`  ${examples.length} × ${kind}, such as ${examples[0]?.slice(0, 300)}`);
  for (const line of logged) console.log(`  logged ${line}`);
  return faults.length === 0;
}
