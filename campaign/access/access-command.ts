import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '../../packages/server/src/platform/db/client.ts';
import { migrate } from '../../packages/server/src/platform/db/migrate.ts';
import { checkAccess } from './check-access.ts';

/** `npm run campaign -- access [callers] [seed]`: what random callers got of a knowledge base that they may read parts of. */
export async function run([
  callers = '15000',
  seed = String(Date.now() % 1_000_000),
]: readonly string[]): Promise<boolean> {
  console.log(`seed ${seed}`);
  const home = mkdtempSync(join(tmpdir(), 'tendril-access-'));
  const db = await openDatabase({ home, databaseUrl: undefined, databasePool: 1 });
  try {
    await migrate(db);
    const { searches, answers, faults } = await checkAccess({
      ...{ db, home, callers: Number(callers), seed: Number(seed) },
      log: (line) => console.log(line),
    });
    console.log(`${searches} searches, ${answers} checked answers, ${faults.length} forbidden or wrong`);
    for (const fault of faults.slice(0, 20)) console.log(`  ${fault}`);
    return faults.length === 0;
  } finally {
    await db.destroy();
    rmSync(home, { recursive: true, force: true });
  }
}
