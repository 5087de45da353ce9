import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases, type EmptyDatabase, postgresUrl } from '../../testing/databases.ts';
import { makeMigratedDatabase } from '../../testing/migrated-database.ts';
import { createTestApp } from '../../testing/test-app.ts';
import { openDatabase } from '../db/client.ts';
import { insertMany } from '../db/insert-many.ts';
import type { Database } from '../db/schema.ts';
import { addEventBytes, eventDays } from './event-usage.ts';
import { addUsage, foldUsage, readUsage, removeOldUsage } from './workspace-usage.store.ts';

describe.each(databases)('what workspaces have used, on %s', (database) => {
  it('is kept for two months by day and for a year by month', async () => {
    const test = await createTestApp({ database });
    const { db } = test.infrastructure;
    const sum = (period: string) => ({ workspaceId: 'w', period, part: 0, runs: 1, tokens: 1, costUsd: 1 });
    const periods = ['2025-09', '2025-12', '2026-10', '2026-11', '2026-09-01', '2026-10-30', '2026-11-22'];
    await insertMany(db, 'workspace_usage', periods.map(sum));
    expect(await removeOldUsage(db, Date.parse('2026-11-22T12:00:00Z'))).toBe(2);
    const left = await db.selectFrom('workspace_usage').select('period').orderBy('period').execute();
    expect(left.map(({ period }) => period)).toEqual(
      periods.filter((period) => period !== '2025-09' && period !== '2026-09-01').toSorted(),
    );
    await test.close();
  });
});

describe.runIf(postgresUrl !== undefined)('what workspaces have used, in several connections', () => {
  let made: EmptyDatabase;
  let db: Database;
  const at = Date.parse('2026-11-22T12:00:00Z');
  const spent = { workspaceId: 'w', tokens: 2, costUsd: 0.5 };
  const event = { workspaceId: 'w', at, payload: '{}' };

  beforeAll(async () => {
    made = await makeMigratedDatabase('postgres');
    db = await openDatabase({ home: made.home, databaseUrl: made.databaseUrl, databasePool: 4 });
  });
  afterAll(async () => {
    await db.destroy();
    await made.remove();
  });

  it('is added without waiting for transactions that are open', async () => {
    const written = Promise.withResolvers<void>();
    const mayEnd = Promise.withResolvers<void>();
    const slow = db.transaction().execute(async (trx) => {
      await addEventBytes(trx, [event]);
      await addUsage(trx, [spent], at);
      written.resolve();
      await mayEnd.promise;
    });
    await written.promise;
    await db.transaction().execute(async (trx) => {
      await sql`set local lock_timeout = '2s'`.execute(trx);
      for (let times = 0; times < 20; times += 1) {
        await addUsage(trx, [spent], at);
        await addEventBytes(trx, [event]);
      }
    });
    mayEnd.resolve();
    await slow;
    expect(await readUsage(db, { workspaceId: 'w' }, '2026-11-22')).toEqual({ tokens: 42, costUsd: 10.5 });
    expect(await eventDays(db, { workspaceId: 'w' })).toEqual([{ day: '2026-11-22', bytes: 42 }]);
  });

  it('is put together once the day or month is over, and means the same', async () => {
    const parts = () =>
      db.selectFrom('workspace_usage').select(['period', 'part']).orderBy('period').execute();
    const before = (await parts()).length;
    expect(before).toBeGreaterThan(3);
    await foldUsage(db, at);
    expect(await parts()).toHaveLength(before);
    await foldUsage(db, Date.parse('2026-11-23T00:00:00Z'));
    expect((await parts()).filter(({ period }) => period.length > 7)).toEqual([
      { period: '2026-11-22', part: 0 },
      { period: '2026-11-22 events', part: 0 },
    ]);
    expect((await parts()).filter(({ period }) => period === '2026-11').length).toBeGreaterThan(1);
    const late = Date.parse('2026-12-01T00:00:00Z');
    await Promise.all([foldUsage(db, late), foldUsage(db, late)]);
    expect(await parts()).toHaveLength(3);
    for (const period of ['2026-11', '2026-11-22'])
      expect(await readUsage(db, { workspaceId: 'w' }, period)).toEqual({ tokens: 42, costUsd: 10.5 });
    expect(await eventDays(db, { workspaceId: 'w' })).toEqual([{ day: '2026-11-22', bytes: 42 }]);
  });
});
