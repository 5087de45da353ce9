/**
 * `npm run campaign` runs every campaign as at night; `npm run campaign -- <name> [options]` one of them, a number alone
 * that many kills. What went wrong is printed, and ends the command with 1.
 */
interface Campaign {
  /** Runs it with the arguments of the command line; whether nothing went wrong. */
  run(args: readonly string[]): Promise<boolean>;
}

const campaigns = new Map<string, () => Promise<Campaign>>([
  ['all', () => import('./all/all-command.ts')],
  ['kills', () => import('./kills-command.ts')],
  ['ingestion', () => import('./ingestion/ingestion-command.ts')],
  ['calls', () => import('./calls/calls-command.ts')],
  ['damaged', () => import('./damaged/damaged-command.ts')],
  ['fuzz', () => import('./fuzz/fuzz-command.ts')],
  ['rolling', () => import('./rolling/rolling-command.ts')],
  ['faults', () => import('./faults/faults-command.ts')],
  ['access', () => import('./access/access-command.ts')],
  ['soak', () => import('./soak/soak-command.ts')],
]);

const args = process.argv.slice(2);
const [first = '--'] = args;
const name = /^\d+$/.test(first) ? 'kills' : first.startsWith('--') ? 'all' : (args.shift() ?? '');
const open = campaigns.get(name);
if (!open) throw new Error(`There is no campaign ${name}: ${[...campaigns.keys()].join(', ')}.`);
const campaign = await open();
// Whatever the server in this process still holds open is not waited for.
process.exit((await campaign.run(args)) ? 0 : 1);
