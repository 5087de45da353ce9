import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { repositoryRoot } from '../repository-root.ts';
import { runProcess } from '../run-process.ts';
import { type Tally, tallyReport } from './tally.ts';

/** Runs Vitest with further arguments and variables, and counts the results. */
export async function runVitest(
  args: readonly string[],
  variables: Record<string, string>,
  timeoutMs: number,
): Promise<Tally> {
  const folder = mkdtempSync(join(tmpdir(), 'tendril-report-'));
  const file = join(folder, 'report.json');
  try {
    const vitest = join(repositoryRoot, 'node_modules', 'vitest', 'vitest.mjs');
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
    const env = { ...process.env, ...variables };
    const options = { cwd: repositoryRoot, env, timeoutMs };
    const { code } = await runProcess(process.execPath, [vitest, 'run', ...reporters, ...args], options);
    if (!existsSync(file))
      return { passed: 0, failed: 1, failures: ['Vitest wrote no report, see above'], shaky: [] };
    return tallyReport(JSON.parse(readFileSync(file, 'utf8')), code, repositoryRoot);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
