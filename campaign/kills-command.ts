import { makeDatabase } from '../packages/server/src/testing/databases.ts';
import { readDatabaseKind } from './database-kind.ts';
import { runKills } from './kills.ts';

/** `npm run campaign [kills] [seed] [sqlite|postgres]`: what was found while the server was killed again and again. */
export async function run([
  kills = '300',
  seed = String(Date.now() % 1_000_000),
  kind = 'sqlite',
]: readonly string[]): Promise<boolean> {
  console.log(`seed ${seed} on ${kind}`);
  const database = await makeDatabase(readDatabaseKind(kind));
  const report = await runKills({
    kills: Number(kills),
    seed: Number(seed),
    databaseUrl: database.databaseUrl,
    log: (line) => console.log(line),
  }).finally(() => database.remove());
  const { asked, runs, acknowledged, faults } = report;
  console.log(`${kills} kills: ${asked} questions, ${acknowledged} acknowledged, ${runs} runs`);
  for (const fault of faults) console.log(`  ${fault}`);
  return faults.length === 0;
}
