import { parseArgs } from 'node:util';
import { startPostgres } from '../../tools/postgres.ts';
import { killIngestion } from './kill-ingestion.ts';

/**
 * `npm run campaign ingestion -- --kills 300 --mb 200 --seed 7 --database postgres`: what became of files while the
 * server was killed.
 */
export async function run(args: readonly string[]): Promise<boolean> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      kills: { type: 'string', default: '300' },
      mb: { type: 'string', default: '200' },
      largest: { type: 'string', default: '10' },
      longest: { type: 'string', default: '6000' },
      database: { type: 'string', default: 'sqlite' },
      seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    },
  });
  console.log(`seed ${values.seed}`);
  const postgres = values.database === 'postgres' ? await startPostgres() : undefined;
  try {
    return await report(values, postgres?.url);
  } finally {
    await postgres?.stop();
  }
}

async function report(
  values: Readonly<Record<'kills' | 'mb' | 'largest' | 'longest' | 'seed', string>>,
  databaseUrl: string | undefined,
): Promise<boolean> {
  const { kills, files, chunks, rounds, longestMs, faults } = await killIngestion({
    ...{ kills: Number(values.kills), seed: Number(values.seed), longestMs: Number(values.longest) },
    ...{ bytes: Number(values.mb) * 1_000_000, largest: Number(values.largest) * 1_000_000 },
    databaseUrl,
    log: (line) => console.log(line),
  });
  console.log(
    `${kills} kills, ${rounds} rounds: ${files} files, ${chunks} chunks; it went on within ${longestMs} ms`,
  );
  for (const fault of faults) console.log(`  ${fault}`);
  return faults.length === 0;
}
