import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ApiClient } from '../../e2e/api-client.ts';
import { startServer } from '../../e2e/local-server.ts';
import { FaultLoad } from './fault-load.ts';
import type { FaultReport } from './fault-report.ts';

const hourMs = 3_600_000;
/** Where the clock jumps to, one after the other; between them it is right. */
const jumps: readonly (readonly [string, () => number])[] = [
  ['an hour ahead', () => hourMs],
  ['an hour back', () => -hourMs],
  ['a day ahead', () => 24 * hourMs],
  ['five seconds back', () => -5000],
  ['to 2038', () => Date.UTC(2038, 0, 20) - Date.now()],
  ['to 1970', () => 1000 - Date.now()],
];

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Sets the clock of a server under load forward and back. Signed-out people may sign in again; nothing else fails. */
export async function runClock(heldMs = 1500): Promise<FaultReport> {
  const folder = mkdtempSync(join(tmpdir(), 'tendril-clock-'));
  const file = join(folder, 'step');
  const faults: string[] = [];
  const figures: string[] = [];
  writeFileSync(file, '0');
  const server = await startServer({
    preload: fileURLToPath(new URL('stepping-clock.ts', import.meta.url)),
    environment: { CLOCK_STEP_FILE: file },
    patienceMs: 120_000,
  });
  try {
    const client = await new ApiClient(server.url).registerOwner();
    for (const [name, stepOf] of jumps) {
      const load = await FaultLoad.make(client);
      load.start(2);
      await pause(heldMs / 2);
      writeFileSync(file, String(stepOf()));
      await pause(heldMs);
      writeFileSync(file, '0');
      await pause(200);
      await load.stop();
      // A session may have expired by another clock; signing in again lets it go on.
      await client.signIn();
      if (!(await load.recovers(10_000))) faults.push(`${name}: no question is answered any more`);
      const found = (await load.faults()).filter((fault) => !/refused by (?:401|403)/.test(fault));
      faults.push(...found.map((fault) => `${name}: ${fault}`));
      figures.push(`${name}: ${load.figures}`);
    }
    if (server.process.exitCode !== null) faults.push(`the server ended with ${server.process.exitCode}`);
    if (server.log().includes('"level":60'))
      faults.push(`the log reports an end: ${server.log().slice(-300)}`);
  } finally {
    await server.remove();
    rmSync(folder, { recursive: true });
  }
  return { name: 'a clock that jumps', faults, figures: figures.join('; ') };
}
