import { runClock } from './clock.ts';
import { runDatabases } from './databases.ts';
import type { FaultReport } from './fault-report.ts';
import { runFullDisk } from './full-disk.ts';
import { runPromotion } from './promotion.ts';
import { runVendors } from './vendors.ts';

const all: Readonly<Record<string, () => Promise<FaultReport>>> = {
  disk: runFullDisk,
  clock: () => runClock(5000),
  databases: () => runDatabases(8000),
  promotion: () => runPromotion(8000),
  vendors: () => runVendors(undefined, (line) => console.log(line)),
};

/** `npm run campaign faults [names]`: what the server does when something around it breaks; all of it without names. */
export async function run(args: readonly string[]): Promise<boolean> {
  const names = args.length === 0 ? Object.keys(all) : args;
  let isWell = true;
  for (const one of names) {
    const make = all[one];
    if (!make) throw new Error(`There is no fault ${one}: ${Object.keys(all).join(', ')}.`);
    const { name, faults, figures, skipped } = await make();
    console.log(`${name}: ${skipped ?? `${faults.length} faults. ${figures}`}`);
    for (const fault of faults) console.log(`  ${fault}`);
    isWell &&= faults.length === 0;
  }
  return isWell;
}
