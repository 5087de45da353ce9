import { summaryLine, sumTallies, type Tally } from './tally.ts';

/** A named share of the tests. */
export interface Part {
  name: string;
  run(): Promise<Tally>;
}

async function runPart(part: Part): Promise<Tally> {
  console.log(`\n== ${part.name}`);
  const startedAt = performance.now();
  try {
    const tally = await part.run();
    console.log(
      `${part.name}: ${summaryLine(tally)} in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`,
    );
    return tally;
  } catch (error) {
    console.error(error);
    return { passed: 0, failed: 1, failures: [`${part.name}: ${String(error)}`], shaky: [] };
  }
}

/** Runs every part in order, even after a failure; prints what failed and, as the last line, the counts. */
export async function runParts(parts: readonly Part[]): Promise<number> {
  const tallies: Tally[] = [];
  for (const part of parts) tallies.push(await runPart(part));
  const total = sumTallies(tallies);
  print('Passed only when tried again, to be looked into', total.shaky);
  print('Failed', total.failures);
  console.log(`\n${summaryLine(total)}`);
  return total.failed > 0 ? 1 : 0;
}

function print(title: string, names: readonly string[]): void {
  if (names.length > 0) console.log(`\n${title}:\n${names.map((name) => `  ${name}`).join('\n')}`);
}
