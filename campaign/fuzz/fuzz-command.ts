import { parseArgs } from 'node:util';
import { readDatabaseKind } from '../database-kind.ts';
import { runFuzz } from './fuzz.ts';
import { runSocketFuzz } from './fuzz-sockets.ts';

/**
 * `npm run campaign fuzz -- --seed 7 --requests 100000`: requests to every route. A fault names its place; `--from
 * <place> --requests 1` sends that one again, `--only <text>` asks only operations with this in method and path.
 * `--minutes 60` ends it after so long; `--database postgres` asks a server on PostgreSQL; `--coverage` prints how often
 * each operation was reached. `--sockets 1000` opens lines of calls instead.
 */
export async function run(args: readonly string[]): Promise<boolean> {
  const { values } = parseArgs({
    args: args.filter((arg) => arg !== '--'),
    options: {
      seed: { type: 'string', default: String(Date.now() % 1_000_000) },
      requests: { type: 'string', default: '100000' },
      minutes: { type: 'string' },
      from: { type: 'string', default: '0' },
      only: { type: 'string', default: '' },
      sockets: { type: 'string', default: '0' },
      database: { type: 'string', default: 'sqlite' },
      coverage: { type: 'boolean', default: false },
    },
  });
  const { seed, requests, from, only } = values;
  console.log(`seed ${seed}`);
  const log = (line: string) => console.log(line);
  if (Number(values.sockets) > 0) {
    const { opened, frames, faults } = await runSocketFuzz({
      seed: Number(seed),
      sockets: Number(values.sockets),
      log,
    });
    console.log(`${opened} lines of calls, ${frames} messages, ${faults.length} faults`);
    for (const fault of faults) console.log(`  ${fault}`);
    return faults.length === 0;
  }
  const report = await runFuzz({
    seed: Number(seed),
    requests: Number(requests),
    from: Number(from),
    only,
    database: readDatabaseKind(values.database),
    ...(values.minutes !== undefined && { minutes: Number(values.minutes) }),
    log,
  });
  const { coverage, faults, sent, seconds, servers } = report;
  for (const line of values.coverage
    ? coverage.lines()
    : coverage.lines().filter((one) => one.startsWith('     0 ')))
    console.log(line);
  const reached = coverage.reached;
  console.log(
    `${sent} requests in ${Math.round(seconds)} s to ${servers} servers: ${reached.requests} went past validation, in ${reached.operations} of ${coverage.operations} operations; ${faults.length} faults`,
  );
  return faults.length === 0;
}
