import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { staleIndexes } from './catalogue/catalogue-indexes.ts';
import { repositoryRoot } from './repository-root.ts';
import { runProcess } from './run-process.ts';

/** One check: its name, whether it passed, and its output if not. */
export interface CheckResult {
  name: string;
  isPassed: boolean;
  output: string;
  durationMs: number;
}

const [biome, compiler, vitest] = ['@biomejs/biome/bin/biome', 'typescript/bin/tsc', 'vitest/vitest.mjs'].map(
  (file) => join(repositoryRoot, 'node_modules', file),
) as [string, string, string];

async function runNode(name: string, script: string, args: readonly string[]): Promise<CheckResult> {
  const result = await runProcess(process.execPath, [script, ...args], {
    cwd: repositoryRoot,
    isCaptured: true,
  });
  return { name, isPassed: result.code === 0, output: result.output, durationMs: result.durationMs };
}

async function checkIndexes(): Promise<CheckResult> {
  const startedAt = performance.now();
  const stale = staleIndexes(repositoryRoot);
  const output = `Stale: ${stale.join(', ')}; run \`node tools/index-catalogue.ts\`.\n`;
  return {
    name: 'catalogue index',
    isPassed: stale.length === 0,
    output,
    durationMs: performance.now() - startedAt,
  };
}

/** Runs formatting, lint, types of every package and, unless the unit tests run anyway, the house test: two at a time. */
export async function runChecks(
  hasHouseTest: boolean,
  onResult: (result: CheckResult) => void,
): Promise<CheckResult[]> {
  const packages = readdirSync(join(repositoryRoot, 'packages')).map((name) => `packages/${name}`);
  const projects = ['.', 'campaign', ...packages];
  const work = [
    () => runNode('biome', biome, ['check', '--max-diagnostics=50', '--error-on-warnings', '.']),
    ...projects.map((project) => () => runNode(`types ${project}`, compiler, ['-p', project])),
    ...(hasHouseTest ? [() => runNode('house', vitest, ['run', '--project', 'tools', 'tools/house'])] : []),
    checkIndexes,
  ];
  const results: CheckResult[] = [];
  const worker = async () => {
    for (let next = work.shift(); next; next = work.shift()) {
      const result = await next();
      results.push(result);
      onResult(result);
    }
  };
  await Promise.all([worker(), worker()]);
  return results;
}
