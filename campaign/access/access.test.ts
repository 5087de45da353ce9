import { expect, it } from 'vitest';
import { openDatabase } from '../../packages/server/src/platform/db/client.ts';
import { migrate } from '../../packages/server/src/platform/db/migrate.ts';
import { databases, makeDatabase } from '../../packages/server/src/testing/databases.ts';
import { checkAccess } from './check-access.ts';

it.each(databases)('random callers get only what they may read, on %s', async (kind) => {
  const empty = await makeDatabase(kind);
  const db = await openDatabase({ ...empty, databasePool: 4 });
  try {
    await migrate(db);
    const callers = kind === 'sqlite' ? 500 : 100;
    const report = await checkAccess({ ...empty, db, callers, seed: 13 });
    expect(report.faults).toEqual([]);
    expect(report.answers).toBeGreaterThan(10 * callers);
  } finally {
    await db.destroy();
    await empty.remove();
  }
});
