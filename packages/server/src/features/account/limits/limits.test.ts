import { createCall } from '@tendril/contract/api/calls';
import type { Answer } from '@tendril/contract/api/endpoint';
import { changeLimits, type LimitName, readLimits } from '@tendril/contract/api/workspace-limits';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createAccessTokens } from '../../../platform/http/access-token.ts';
import { accessCookie } from '../../../platform/http/session.ts';
import { CallClient, makeAgent, registerCall } from '../../../testing/call-driver.ts';
import { databases } from '../../../testing/databases.ts';
import { gatedFlow, makeFlow, studio } from '../../../testing/flow-fixtures.ts';
import { gatedCatalogue } from '../../../testing/gated-catalogue.ts';
import { makeKey } from '../../../testing/other-workspace.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts';

describe.each(databases)('limits of a workspace on %s', (database) => {
  let house: TestApp;
  let user: TestUser;

  beforeEach(async () => {
    const config = { agentCalls: 3, visitorAnswersPerMinute: 5, textCallMaxMs: 7_200_000 };
    house = await createTestApp({ database, config, catalogue: gatedCatalogue().catalogue });
    user = await house.signIn();
  });
  afterEach(() => house.close());

  const read = async (person = user, name?: LimitName) => {
    const answer = (await person.inject({ url: readLimits.path })).json<Answer<typeof readLimits>>();
    return name ? answer.data.find((one) => one.name === name) : answer;
  };
  const change = (payload: object, person = user) =>
    person.inject({ method: 'PUT', url: changeLimits.path, payload });
  const register = (agentId: string) =>
    user.inject({
      method: 'POST',
      url: createCall.path,
      payload: { agentId, channel: 'text', version: 'draft' },
    });

  it('are those of the server until the owner sets lower ones, and again when they are taken away', async () => {
    expect(await read(user, 'agentCalls')).toEqual({
      ...{ name: 'agentCalls', unit: 'count', value: 3, own: null, most: 3, used: 0 },
    });
    const set = await change({ agentCalls: 2, workspaceFilesMb: 7 });
    expect([set.statusCode, set.json().mayChange]).toEqual([200, true]);
    expect(await read(user, 'agentCalls')).toMatchObject({ value: 2, own: 2, most: 3 });
    expect((await change({ agentCalls: null })).statusCode).toBe(200);
    expect(await read(user, 'agentCalls')).toMatchObject({ value: 3, own: null });
    expect(await read(user, 'workspaceFilesMb')).toMatchObject({ value: 7 });
  });

  it.each([
    [{ agentCalls: 4 }, 'agentCalls', 'at most 3'],
    [{ agentCalls: 0 }, 'agentCalls', ''],
    [{ agentCalls: 1.5 }, 'agentCalls', ''],
    [{ agentCalls: '2' }, 'agentCalls', ''],
    [{ textCallIdleMs: 10 }, 'textCallIdleMs', ''],
    [{ other: 1 }, 'other', 'other'],
  ])('are refused as %j: above the server, no whole number, unknown', async (payload, path, words) => {
    const answer = await change(payload);
    expect(answer.statusCode).toBe(400);
    expect(answer.json().message).toContain(words);
    expect(answer.json().details[0].path).toBe(path);
    expect(await read(user, 'agentCalls')).toMatchObject({ own: null });
  });

  it('are changed by the owner alone, of each workspace for itself, and never by keys', async () => {
    const { db, vault } = house.infrastructure;
    const { workspaceId, userId } = user.caller;
    const tokens = createAccessTokens(vault.deriveKey('session'));
    /** The same browser, signed in as somebody else or elsewhere. */
    const as = (caller: Partial<TestUser['caller']>): TestUser => {
      const token = tokens.sign({ ...user.caller, ...caller }, Date.now());
      return {
        ...user,
        inject: (options) => user.inject({ ...options, cookies: { [accessCookie]: token } }),
      };
    };
    const key = await makeKey(house);
    const now = Date.now();
    await db
      .insertInto('user')
      .values({
        id: 'guest',
        name: 'Guest',
        email: 'g@example.com',
        passwordHash: 'x',
        updatedAt: now,
        ownerMark: null,
        createdAt: now,
      })
      .execute();
    await db
      .insertInto('membership')
      .values([
        { userId: 'guest', workspaceId, createdAt: now + 1 },
        { userId, workspaceId: key.workspaceId, createdAt: now },
      ])
      .execute();
    expect((await change({ agentCalls: 1 })).statusCode).toBe(200);
    const elsewhere = as({ workspaceId: key.workspaceId });
    expect(await read(elsewhere, 'agentCalls')).toMatchObject({ own: null, value: 3 });
    const own = await makeKey(house, workspaceId);
    expect((await own.inject({ method: 'PUT', url: changeLimits.path, payload: {} })).statusCode).toBe(403);
    const guest = as({ userId: 'guest' });
    expect(await read(guest)).toMatchObject({ mayChange: false });
    const refused = await change({ agentCalls: 2 }, guest);
    expect([refused.statusCode, refused.json().message]).toEqual([
      403,
      'Only the owner of the workspace may change its limits.',
    ]);
    expect(await read(user, 'agentCalls')).toMatchObject({ own: 1 });
  });

  it('leave an entry in the audit log that says what was what, once', async () => {
    await change({ agentCalls: 2 });
    await change({ agentCalls: 2 });
    const entries = await house.infrastructure.db
      .selectFrom('audit_entry')
      .select(['action', 'detail', 'actor'])
      .where('action', 'like', '%limits%')
      .execute();
    expect(entries).toEqual([
      {
        action: 'limits-changed',
        actor: `user:${user.caller.userId}`,
        detail: JSON.stringify({ name: 'agentCalls: server’s → 2' }),
      },
    ]);
  });

  it('hold at once for calls, and tell how many are under way', async () => {
    const base = await house.listen();
    const agentId = await makeAgent(user);
    const { socketPath, token } = await registerCall(user, agentId);
    const page = new CallClient(base, socketPath, token);
    await page.event('call-start');
    expect((await change({ agentCalls: 1 })).statusCode).toBe(200);
    expect((await register(agentId)).statusCode).toBe(429);
    for (const name of ['agentCalls', 'workspaceCalls', 'addressCalls'] as const)
      expect(await read(user, name)).toMatchObject({ used: 1 });
    expect(((await read(user, 'textCallMaxMs')) as { used: number }).used).toBeGreaterThan(0);
    await change({ agentCalls: 2 });
    expect((await register(agentId)).statusCode).toBe(201);
    page.send({ type: 'hang-up' });
    await page.closed;
    await expect.poll(async () => read(user, 'workspaceCalls')).toMatchObject({ used: 0 });
  });

  it('hold for answers to visitors and for their files', async () => {
    const id = await makeFlow(user, await gatedFlow(user));
    await user.inject({
      method: 'PATCH',
      url: `${studio}/flows/${id}/settings`,
      payload: { isPublic: true },
    });
    const ask = () =>
      house.inject({
        method: 'POST',
        url: `/api/v1/prediction/${id}`,
        payload: { question: '', form: 'wrong' },
      });
    await change({ visitorAnswersPerMinute: 2 });
    const statuses = [await ask(), await ask(), await ask()].map(({ statusCode }) => statusCode === 429);
    expect(statuses).toEqual([false, false, true]);
    expect(await read(user, 'visitorAnswersPerMinute')).toMatchObject({ used: 2, value: 2 });
  });

  it('that one process changes hold in another within a moment', async () => {
    const { limits } = house.infrastructure;
    expect((await limits.of(user.caller)).agentCalls).toBe(3);
    // What another process writes: nothing here is told of it.
    await house.infrastructure.db
      .insertInto('workspace_limit')
      .values({ workspaceId: user.caller.workspaceId, name: 'agentCalls', value: 1, updatedAt: 1 })
      .execute();
    await expect.poll(async () => (await limits.of(user.caller)).agentCalls, { timeout: 10_000 }).toBe(1);
  });
});
