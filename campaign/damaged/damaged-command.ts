import { parseArgs } from 'node:util';
import { startPostgres } from '../../tools/postgres.ts';
import { damageServer } from './damage-server.ts';

/**
 * `npm run campaign damaged -- --each 100 --seed 7 --formats pdf,docx --database postgres`: what becomes of damaged files
 * of each format.
 */
export async function run(args: readonly string[]): Promise<boolean> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      each: { type: 'string', default: '100' },
      seed: { type: 'string', default: '0' },
      formats: { type: 'string' },
      database: { type: 'string', default: 'sqlite' },
    },
  });
  const postgres = values.database === 'postgres' ? await startPostgres() : undefined;
  try {
    return await report({
      ...{ each: Number(values.each), from: Number(values.seed) * 1000, patienceMs: 900_000 },
      ...(values.formats && { formats: values.formats.split(',') }),
      databaseUrl: postgres?.url,
      log: (line) => console.log(line),
    });
  } finally {
    await postgres?.stop();
  }
}

async function report(how: Parameters<typeof damageServer>[0]): Promise<boolean> {
  const { files, read, named, memoryMb, faults } = await damageServer(how);
  console.log(
    `${files} files: ${read} read as far as they go, ${named} named with a reason; ${memoryMb} MB at most`,
  );
  for (const fault of faults) console.log(`  ${fault}`);
  return faults.length === 0;
}
