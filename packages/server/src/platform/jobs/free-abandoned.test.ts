import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { databases } from '../../testing/databases.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import type { DatabaseTransaction } from '../db/schema.ts';
import { freeAbandoned } from './free-abandoned.ts';
import { newJobRow } from './job-rows.ts';

describe.each(databases)('jobs that a process has abandoned, on %s', (database) => {
  let app: TestApp;
  const own = 'this process';
  const at = Date.now() - 60_000;
  const job = {
    ...newJobRow(
      { workspaceId: 'w', kind: 'of a test', subjectId: 's', id: 'a' },
      { unit: 'parts', lane: 'quick' },
    ),
    ...{ state: 'running' as const, leaseOwner: own, queue: 'of a test', updatedAt: at },
  };

  beforeAll(async () => {
    app = await createTestApp({ database });
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    const { db } = app.infrastructure;
    await db.deleteFrom('job').where('queue', '=', job.queue).execute();
    await db.insertInto('job').values(job).execute();
  });

  const scheduled: string[] = [];
  /** `meanwhile`: what happens between the look at the jobs and their change. */
  async function free(meanwhile: (trx: DatabaseTransaction) => Promise<unknown> = async () => {}) {
    scheduled.length = 0;
    const engine = {
      release: async (trx: DatabaseTransaction) => void (await meanwhile(trx)),
      schedule: async (_trx: DatabaseTransaction, { id }: { id: string }) => void scheduled.push(id),
    };
    const abandoned = new Map([[job.id, at + 1]]);
    return app.infrastructure.db.transaction().execute((trx) => freeAbandoned(trx, own, engine, abandoned));
  }
  const stored = () =>
    app.infrastructure.db
      .selectFrom('job')
      .select(['state', 'leaseOwner', 'deaths'])
      .where('id', '=', job.id)
      .executeTakeFirst();

  it('go back in line', async () => {
    expect(await free()).toBe(1);
    expect([await stored(), scheduled]).toEqual([{ state: 'waiting', leaseOwner: null, deaths: 1 }, ['a']]);
  });

  it('are left alone where somebody has freed them and the same process has claimed them again', async () => {
    const again = (trx: DatabaseTransaction) =>
      trx.updateTable('job').set({ deaths: 1, updatedAt: Date.now() }).where('id', '=', job.id).execute();
    expect(await free(again)).toBe(0);
    expect([await stored(), scheduled]).toEqual([{ state: 'running', leaseOwner: own, deaths: 1 }, []]);
  });

  it('are left alone where that took less than the clock shows', async () => {
    const again = (trx: DatabaseTransaction) =>
      trx.updateTable('job').set({ deaths: 1 }).where('id', '=', job.id).execute();
    expect(await free(again)).toBe(0);
    expect(await stored()).toMatchObject({ state: 'running', leaseOwner: own });
  });
});
