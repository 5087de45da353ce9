import { parseArgs } from 'node:util';
import { killIngestion } from './kill-ingestion.ts';

/** `npm run campaign ingestion -- --kills 300 --mb 200 --seed 7`: what became of files while the server was killed. */
export async function run(args: readonly string[]): Promise<boolean> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      kills: { type: 'string', default: '300' },
      mb: { type: 'string', default: '200' },
      largest: { type: 'string', default: '10' },
      longest: { type: 'string', default: '6000' },
      seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    },
  });
  console.log(`seed ${values.seed}`);
  const { kills, files, chunks, rounds, longestMs, faults } = await killIngestion({
    ...{ kills: Number(values.kills), seed: Number(values.seed), longestMs: Number(values.longest) },
    ...{ bytes: Number(values.mb) * 1_000_000, largest: Number(values.largest) * 1_000_000 },
    log: (line) => console.log(line),
  });
  console.log(
    `${kills} kills, ${rounds} rounds: ${files} files, ${chunks} chunks; it went on within ${longestMs} ms`,
  );
  for (const fault of faults) console.log(`  ${fault}`);
  return faults.length === 0;
}
