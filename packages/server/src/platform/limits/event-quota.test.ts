import { changeLimits, readLimits } from '@tendril/contract/api/workspace-limits';
import type { Kysely } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { databases } from '../../testing/databases.ts';
import { makeFlow, talkingFlow } from '../../testing/flow-fixtures.ts';
import { createTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';
import { createBackfillRunner } from '../db/backfills/backfill-runner.ts';
import { knownBackfills } from '../db/backfills/known-backfills.ts';
import { requestBackfill } from '../db/backfills/request-backfill.ts';
import { insertMany } from '../db/insert-many.ts';
import type { Scope } from '../db/scope.ts';
import { createEventLog } from '../events/events.ts';
import { createEventQuota } from './event-quota.ts';
import { addEventBytes, eventDays } from './event-usage.ts';

const megabyte = 1024 * 1024;
const dayMs = 86_400_000;

describe.each(databases)('the megabytes of events of a workspace on %s', (database) => {
  let test: TestApp;
  let user: TestUser;
  let scope: Scope;
  beforeEach(async () => {
    test = await createTestApp({ database });
    user = await test.signIn();
    scope = { workspaceId: user.caller.workspaceId };
  });
  afterEach(() => test.close());

  const limit = async (workspaceEventsMb: number) =>
    expect(
      (await user.inject({ method: 'PUT', url: changeLimits.path, payload: { workspaceEventsMb } }))
        .statusCode,
    ).toBe(200);
  const ask = (flow: string) =>
    user.inject({ method: 'POST', url: `/api/v1/prediction/${flow}`, payload: { question: 'Hello' } });
  const stored = async () => {
    const rows = await test.infrastructure.db.selectFrom('event').select('payload').execute();
    return rows.reduce((sum, { payload }) => sum + payload.length, 0);
  };
  const counted = async () =>
    (await eventDays(test.infrastructure.db, scope)).reduce((sum, { bytes }) => sum + bytes, 0);
  /** A run that ended `daysAgo`, whose one event is `size` long. */
  async function pastEvent(daysAgo: number, size: number): Promise<void> {
    const { db } = test.infrastructure;
    const at = Date.now() - daysAgo * dayMs;
    const row = {
      ...{ runId: `r${daysAgo}`, seq: 1, workspaceId: scope.workspaceId, sessionId: 's', at },
      ...{ kind: 'text', nodeId: null, flowVersion: 1, payload: 'x'.repeat(size) },
    };
    await insertMany(db, 'event', [row]);
    await db.transaction().execute((trx) => addEventBytes(trx, [row]));
  }
  const quota = () => {
    const { db, log, limits, files } = test.infrastructure;
    return createEventQuota({ db, log, limits, removeOlder: createEventLog(db, files).removeOlder });
  };
  const daysLeft = async () =>
    (await test.infrastructure.db.selectFrom('event').select('runId').orderBy('runId').execute()).map(
      ({ runId }) => runId,
    );

  it('are counted as answers write them, to the byte, and no longer when runs are deleted', async () => {
    const flow = await makeFlow(user, await talkingFlow(user));
    for (let round = 0; round < 3; round += 1) expect((await ask(flow)).statusCode).toBe(200);
    expect(await stored()).toBeGreaterThan(500);
    expect(await counted()).toBe(await stored());
    const { db, files } = test.infrastructure;
    const run = await db.selectFrom('run').select('id').limit(1).executeTakeFirstOrThrow();
    await db.transaction().execute((trx) => createEventLog(db, files).remove(trx, scope, run.id));
    expect(await counted()).toBe(await stored());
  });

  it('are counted too where they were there before, by the backfill, each once', async () => {
    const { db, log } = test.infrastructure;
    const flow = await makeFlow(user, await talkingFlow(user));
    for (let round = 0; round < 2; round += 1) await ask(flow);
    await pastEvent(2, 1000);
    // As the release before has left it.
    await db.deleteFrom('workspace_usage').execute();
    await db
      .transaction()
      .execute((trx) => requestBackfill(trx as unknown as Kysely<unknown>, 'event-bytes', 0));
    const runner = createBackfillRunner({ db, log, backfills: knownBackfills });
    await runner.runAll(new AbortController().signal);
    await runner.close();
    expect(await counted()).toBe(await stored());
    await ask(flow);
    expect(await counted()).toBe(await stored());
  });

  it('above the limit lose their oldest days, and nothing of other workspaces', async () => {
    await limit(1);
    await insertMany(test.infrastructure.db, 'event', [
      {
        ...{ runId: 'other', seq: 1, workspaceId: 'elsewhere', sessionId: 's', at: Date.now() - 5 * dayMs },
        ...{ kind: 'text', nodeId: null, flowVersion: 1, payload: 'y' },
      },
    ]);
    await pastEvent(4, 0.4 * megabyte);
    await pastEvent(3, 0.4 * megabyte);
    await pastEvent(2, 0.3 * megabyte);
    expect(await quota().trim(scope)).toBe(1);
    expect(await daysLeft()).toEqual(['other', 'r2', 'r3']);
    expect(await counted()).toBe(Math.floor(0.4 * megabyte) + Math.floor(0.3 * megabyte));
    expect(await quota().trim(scope)).toBe(0);
  });

  it('are announced from four fifths on, and a question above the limit deletes and is answered', async () => {
    const flow = await makeFlow(user, await talkingFlow(user));
    await limit(1);
    await pastEvent(3, 0.85 * megabyte);
    const near = async () =>
      (await user.inject({ url: `${readLimits.path}?near=true` })).json<{ data: { name: string }[] }>().data;
    expect((await near()).map(({ name }) => name)).toEqual(['workspaceEventsMb']);
    await pastEvent(2, 0.2 * megabyte);
    expect((await ask(flow)).statusCode).toBe(200);
    await expect.poll(daysLeft, { timeout: 10_000 }).not.toContain('r3');
    await expect.poll(near, { timeout: 10_000 }).toEqual([]);
  });

  it('of today alone above the limit refuse questions in words', async () => {
    const flow = await makeFlow(user, await talkingFlow(user));
    await limit(1);
    await pastEvent(0, 1.1 * megabyte);
    const refused = await ask(flow);
    expect([refused.statusCode, refused.json<{ message: string }>().message]).toEqual([
      429,
      'This workspace has reached its limit of 1 MB of events. Try again after 00:00 UTC, or when some runs are deleted.',
    ]);
    await limit(2);
    expect((await ask(flow)).statusCode).toBe(200);
  });

  it('under a legal hold stay, and refuse questions instead', async () => {
    const flow = await makeFlow(user, await talkingFlow(user));
    await limit(1);
    await pastEvent(3, 1.2 * megabyte);
    const { db } = test.infrastructure;
    await db
      .insertInto('data_retention')
      .values({
        ...{ workspaceId: scope.workspaceId, days: '{}', isHeld: 1, nextPurgeAt: Date.now() + dayMs },
        ...{ purgedAt: null, removed: '{}' },
      })
      .onConflict((conflict) => conflict.column('workspaceId').doUpdateSet({ isHeld: 1 }))
      .execute();
    const refused = await ask(flow);
    expect(refused.statusCode).toBe(429);
    expect(refused.json<{ message: string }>().message).toContain('when the legal hold has ended');
    expect(await quota().trim(scope)).toBe(0);
    expect(await daysLeft()).toEqual(['r3']);
  });
});
