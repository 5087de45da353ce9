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
    },
  });
  await provideTelephony();
  const { calls, before, after, faults } = await ringCalls({
    calls: Number(values.calls),
    atOnce: Number(values['at-once']),
    log: (line) => console.log(line),
  });
  console.log(
    `${calls} calls: ${Math.round(before.memoryMb)} and then ${Math.round(after.memoryMb)} MB, ${before.handles} and ${after.handles} handles, ${faults.length} faults`,
  );
  for (const fault of faults.slice(0, mostNamed)) console.log(`  ${fault}`);
  return faults.length === 0;
}
