import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { insertMany } from '../../../platform/db/insert-many.ts';
import { databases } from '../../../testing/databases.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { removeRuns } from './run-removal.ts';
import { runStore } from './runs.store.ts';

const scope = { workspaceId: 'w1' };

describe.runIf(databases.includes('postgres'))('deleting a run that another process writes', () => {
  let test: TestApp;
  beforeEach(async () => {
    test = await createTestApp({ database: 'postgres' });
    await insertMany(test.infrastructure.db, 'run', [
      {
        ...{ id: 'r1', ...scope, flowId: 'f', flowType: 'CHATFLOW', versionNumber: 1, sessionId: 's' },
        ...{ chatId: 'c', source: 'api', status: 'running', question: 'q', startedAt: 1, ownerId: 'p1' },
      },
    ]);
  });
  afterEach(() => test.close());

  const event = (seq: number) => ({
    ...{ runId: 'r1', seq, ...scope, sessionId: 's', at: Date.now(), kind: 'step-start', nodeId: null },
    ...{ flowVersion: 1, payload: '{"type":"step-start"}' },
  });

  it('waits for what is being written, and takes it away too', async () => {
    const { db, files } = test.infrastructure;
    await insertMany(db, 'event', [event(1)]);
    let removal: Promise<unknown> = Promise.resolve();
    await db.transaction().execute(async (trx) => {
      expect(await runStore(trx).statusOf('r1', 'p1')).toBe('running');
      removal = db.transaction().execute((other) => removeRuns(files, other, scope, ['r1']));
      await expect
        .poll(async () => {
          const { rows } =
            await sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%for update%'`.execute(
              db,
            );
          return rows.length;
        })
        .toBe(1);
      await insertMany(trx, 'event', [event(2)]);
    });
    await removal;
    expect(await db.selectFrom('event').select('seq').execute()).toEqual([]);
    expect(await db.selectFrom('run').select('id').execute()).toEqual([]);
  });

  it('leaves nothing to be written for it afterwards', async () => {
    const { db, files } = test.infrastructure;
    let status: Promise<unknown> = Promise.resolve();
    await db.transaction().execute(async (trx) => {
      await removeRuns(files, trx, scope, ['r1']);
      status = db.transaction().execute((other) => runStore(other).statusOf('r1', 'p1'));
      await expect
        .poll(async () => {
          const { rows } =
            await sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%for key share%'`.execute(
              db,
            );
          return rows.length;
        })
        .toBe(1);
    });
    expect(await status).toBeUndefined();
  });
});
