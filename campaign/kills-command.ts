import { runKills } from './kills.ts';

/** `npm run campaign [kills] [seed]`: what was found while the server was killed again and again. */
export async function run([
  kills = '300',
  seed = String(Date.now() % 1_000_000),
]: readonly string[]): Promise<boolean> {
  console.log(`seed ${seed}`);
  const report = await runKills({
    kills: Number(kills),
    seed: Number(seed),
    log: (line) => console.log(line),
  });
  const { asked, runs, acknowledged, faults } = report;
  console.log(`${kills} kills: ${asked} questions, ${acknowledged} acknowledged, ${runs} runs`);
  for (const fault of faults) console.log(`  ${fault}`);
  return faults.length === 0;
}
