import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { allCampaigns } from './nightly.ts';
import { type Ended, isClean, runAll, summary } from './run-all.ts';

const main = fileURLToPath(new URL('../main.ts', import.meta.url));
/** A campaign stops the servers that it started. */
const farewellMs = 20_000;

/**
 * `npm run campaign [-- all --minutes 480 --short --only fuzz,kills --seed 7]`: every campaign in turn, each in a process of
 * its own, and a table of what they found.
 */
export async function run(args: readonly string[]): Promise<boolean> {
  const { values } = parseArgs({
    args: args.filter((arg) => arg !== '--'),
    options: {
      minutes: { type: 'string' },
      short: { type: 'boolean', default: false },
      only: { type: 'string' },
      seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    },
  });
  const only = values.only?.split(',');
  const unknown = only?.find((name) => !allCampaigns.some((one) => one.name === name));
  if (unknown)
    throw new Error(`There is no campaign ${unknown}: ${allCampaigns.map(({ name }) => name).join(', ')}.`);
  const findings = await runAll({
    campaigns: allCampaigns.filter(({ name }) => !only || only.includes(name)),
    isShort: values.short,
    seed: Number(values.seed),
    ...(values.minutes !== undefined && { budgetMs: Number(values.minutes) * 60_000 }),
    run: runInOwnProcess,
  });
  console.log('');
  for (const line of summary(findings)) console.log(line);
  return isClean(findings);
}

async function runInOwnProcess(args: readonly string[], signal: AbortSignal): Promise<Ended> {
  console.log(`\n== ${args.join(' ')}`);
  const child = spawn(process.execPath, [...process.execArgv, main, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    // With the servers that it starts it is ended as one group.
    detached: true,
  });
  const end = (name: NodeJS.Signals) => {
    try {
      if (child.pid) process.kill(-child.pid, name);
    } catch {
      // It has ended meanwhile.
    }
  };
  const stop = () => {
    end('SIGTERM');
    setTimeout(() => end('SIGKILL'), farewellMs).unref();
  };
  const interrupted = () => {
    end('SIGKILL');
    process.exit(1);
  };
  signal.addEventListener('abort', stop, { once: true });
  process.once('SIGINT', interrupted).once('SIGTERM', interrupted);
  const lines: string[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => {
    console.log(line);
    lines.push(line);
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('close', resolve);
    child.once('error', reject);
  });
  signal.removeEventListener('abort', stop);
  process.off('SIGINT', interrupted).off('SIGTERM', interrupted);
  return { isWell: code === 0, lines };
}
