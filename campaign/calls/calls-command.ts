import { parseArgs } from 'node:util';
import { provideTelephony } from '../../tools/telephony/provide-telephony.ts';
import { ringCalls } from './ring-calls.ts';

const mostNamed = 20;

/** `npm run campaign calls -- --calls 1000 --at-once 150`: telephones call a server, and what that leaves behind. */
export async function run(args: readonly string[]): Promise<boolean> {
  const { values } = parseArgs({
    args: args.filter((arg) => arg !== '--'),
    options: {
      calls: { type: 'string', default: '1000' },
      'at-once': { type: 'string', default: '150' },
      // What a trunk sends at its busiest.
      'per-second': { type: 'string', default: '12' },
      rounds: { type: 'string', default: '4' },
    },
  });
  await provideTelephony();
  const { calls, rounds, faults } = await ringCalls({
    calls: Number(values.calls),
    atOnce: Number(values['at-once']),
    perSecond: Number(values['per-second']),
    rounds: Number(values.rounds),
    log: (line) => console.log(line),
  });
  const memory = rounds.map(({ memoryMb }) => Math.round(memoryMb)).join(', ');
  console.log(`${calls} calls: ${memory} MB after the rounds, ${faults.length} faults`);
  for (const fault of faults.slice(0, mostNamed)) console.log(`  ${fault}`);
  return faults.length === 0;
}
