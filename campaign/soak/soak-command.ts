import { parseArgs } from 'node:util';
import { runSoak } from './soak.ts';

/** `npm run campaign soak -- --minutes 120`: a mixed load for a time, and what grows under it. */
export async function run(args: readonly string[]): Promise<boolean> {
  const { values } = parseArgs({
    args: args.filter((arg) => arg !== '--'),
    options: { minutes: { type: 'string', default: '120' }, seed: { type: 'string', default: '1' } },
  });
  const report = await runSoak({
    minutes: Number(values.minutes),
    seed: Number(values.seed),
    log: (line) => console.log(line),
  });
  console.log(`${report.figures}, ${report.requests} other requests, ${report.faults.length} faults`);
  for (const fault of report.faults) console.log(`  ${fault}`);
  return report.faults.length === 0;
}
