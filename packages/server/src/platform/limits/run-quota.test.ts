import { changeLimits, type LimitName, readLimits } from '@tendril/contract/api/workspace-limits';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { databases } from '../../testing/databases.ts';
import { makeFlow, studio, talkingFlow } from '../../testing/flow-fixtures.ts';
import { createTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';
import { addUsage, periodsOf, readUsage } from './workspace-usage.store.ts';

describe.each(databases)('quotas of a workspace on %s', (database) => {
  let app: TestApp;
  let user: TestUser;
  let flowId: string;

  beforeEach(async () => {
    app = await createTestApp({ database });
    user = await app.signIn();
    flowId = await makeFlow(user, await talkingFlow(user));
  });
  afterEach(() => app.close());

  const set = async (limits: Partial<Record<LimitName, number | null>>) =>
    expect((await user.inject({ method: 'PUT', url: changeLimits.path, payload: limits })).statusCode).toBe(
      200,
    );
  const ask = (headers = {}) =>
    user.inject({
      ...{ method: 'POST', url: `${studio}/internal-prediction/${flowId}`, headers },
      payload: { question: 'Hello?' },
    });
  const usedOf = async (name: LimitName) =>
    (await user.inject({ url: readLimits.path }))
      .json<{ data: { name: string; used: number }[] }>()
      .data.find((one) => one.name === name)?.used;
  const spend = (tokens: number, costUsd: number) =>
    app.infrastructure.db
      .transaction()
      .execute((trx) =>
        addUsage(trx, [{ workspaceId: user.caller.workspaceId, tokens, costUsd }], Date.now()),
      );

  it('set no limit by themselves, and count what runs use all the same', async () => {
    expect((await ask()).statusCode).toBe(200);
    const rows = await app.infrastructure.db.selectFrom('workspace_usage').selectAll().execute();
    const { day, month } = periodsOf(Date.now());
    const ofRuns = rows.filter(({ period }) => !period.endsWith(' events'));
    expect(ofRuns.map(({ period, runs }) => [period, Number(runs)]).toSorted()).toEqual([
      [month, 1],
      [day, 1],
    ]);
  });

  it('refuse with the limit, when it resets and retry-after once the tokens of the day are used', async () => {
    await set({ workspaceTokensPerDay: 1000 });
    await spend(999, 0);
    expect((await ask()).statusCode).toBe(200);
    await spend(600, 0.5);
    await spend(400, 0.25);
    const refused = await ask();
    expect(refused.statusCode).toBe(429);
    expect(refused.json().message).toMatch(
      /^This workspace has reached its limit of 1,000 tokens a day\. Try again after \w+ \d+, 00:00 UTC\.$/,
    );
    const seconds = Number(refused.headers['retry-after']);
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(86_400);
    expect(await usedOf('workspaceTokensPerDay')).toBeGreaterThanOrEqual(1999);
    await set({ workspaceTokensPerDay: null, workspaceUsdPerMonth: 1 });
    expect((await ask()).statusCode).toBe(200);
    await spend(0, 0.25);
    expect((await ask()).json().message).toContain('its limit of 1 US dollars a month');
  });

  it('refuse what would be too much in a minute', async () => {
    await set({ workspaceRunsPerMinute: 2 });
    const statuses = [await ask(), await ask(), await ask()].map(({ statusCode }) => statusCode);
    expect(statuses).toEqual([200, 200, 429]);
    expect(await usedOf('workspaceRunsPerMinute')).toBe(2);
    expect((await ask()).json().message).toContain('limit of 2 answers a minute. Try again in');
  });

  it('add up what is written at once, and keep days and workspaces apart', async () => {
    const { db } = app.infrastructure;
    await Promise.all(Array.from({ length: 20 }, () => spend(10, 0.01)));
    const { day, month } = periodsOf(Date.now());
    expect((await readUsage(db, user.caller, day)).tokens).toBe(200);
    expect((await readUsage(db, user.caller, month)).costUsd).toBeCloseTo(0.2);
    expect(await readUsage(db, user.caller, '2020-01-01')).toEqual({ tokens: 0, costUsd: 0 });
    expect(await readUsage(db, { workspaceId: 'other' }, day)).toEqual({ tokens: 0, costUsd: 0 });
  });
});

describe.runIf(databases.includes('postgres'))('two processes on one database', () => {
  it('let a workspace run as much at once, and in a minute, as its limits allow both together', async () => {
    const here = await createTestApp({ database: 'postgres' });
    const { databaseUrl, secretKey } = here.infrastructure.config;
    const there = await createTestApp({ config: { databaseUrl, secretKey } });
    try {
      const user = await here.signIn();
      const id = await makeFlow(user, await talkingFlow(user));
      const limits = { workspaceRunsPerMinute: 20 };
      await user.inject({ method: 'PUT', url: changeLimits.path, payload: limits });
      const asker = await there.signIn();
      const ask = (person: TestUser) =>
        person.inject({
          ...{ method: 'POST', url: `${studio}/internal-prediction/${id}` },
          payload: { question: 'Hello?' },
        });
      const answers = [];
      for (let round = 0; round < 15; round += 1)
        answers.push(...(await Promise.all([ask(user), ask(asker)])));
      const allowed = answers.filter(({ statusCode }) => statusCode === 200).length;
      expect(allowed).toBeGreaterThanOrEqual(18);
      expect(allowed).toBeLessThanOrEqual(20);
    } finally {
      await there.close();
      await here.close();
    }
  });
});
