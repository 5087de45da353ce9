import { parseArgs } from 'node:util';
import { damageServer } from './damage-server.ts';

/** `npm run campaign damaged -- --each 100 --seed 7 --formats pdf,docx`: what becomes of damaged files of each format. */
export async function run(args: readonly string[]): Promise<boolean> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      each: { type: 'string', default: '100' },
      seed: { type: 'string', default: '0' },
      formats: { type: 'string' },
    },
  });
  const { files, read, named, memoryMb, faults } = await damageServer({
    ...{ each: Number(values.each), from: Number(values.seed) * 1000, patienceMs: 900_000 },
    ...(values.formats && { formats: values.formats.split(',') }),
    log: (line) => console.log(line),
  });
  console.log(
    `${files} files: ${read} read as far as they go, ${named} named with a reason; ${memoryMb} MB at most`,
  );
  for (const fault of faults) console.log(`  ${fault}`);
  return faults.length === 0;
}
