import { describe, expect, it } from 'vitest';
import { databases } from '../../testing/databases.ts';
import { createTestApp } from '../../testing/test-app.ts';
import { insertMany } from '../db/insert-many.ts';
import { removeOldUsage } from './workspace-usage.store.ts';

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
