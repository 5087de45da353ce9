import { createCall } from '@tendril/contract/api/calls';
import type { Answer } from '@tendril/contract/api/endpoint';
import { changeLimits, type LimitName, readLimits } from '@tendril/contract/api/workspace-limits';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { insertMany } from '../../../platform/db/insert-many.ts';
import { createAccessTokens } from '../../../platform/http/access-token.ts';
import { accessCookie } from '../../../platform/http/session.ts';
import { requireJobRoom } from '../../../platform/jobs/require-job-room.ts';
import { requireChunkRoom } from '../../../platform/limits/chunk-quota.ts';
import { addKnowledgeTokens, requireKnowledgeRoom } from '../../../platform/limits/knowledge-usage.ts';
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
      'Your role in this workspace does not permit this: it takes “limits:edit”.',
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

  it('hold for waiting jobs and chunks, and are announced from four fifths on', async () => {
    const { db, limits } = house.infrastructure;
    const { workspaceId } = user.caller;
    const near = async () => {
      const answer = await user.inject({ url: `${readLimits.path}?near=true` });
      return answer
        .json<Answer<typeof readLimits>>()
        .data.map(({ name, used, value }) => [name, used, value]);
    };
    await change({
      workspaceWaitingJobs: 5,
      workspaceChunks: 10,
      workspaceKnowledgeMb: 2,
      workspaceKnowledgeTokensPerDay: 1000,
    });
    expect(await near()).toEqual([]);
    const job = (index: number) => ({
      ...{ id: `j${index}`, workspaceId, kind: 'upsert', subjectId: 's', lane: 'long', input: '{}' },
      ...{ state: 'waiting' as const, done: 0, unit: 'rows', attempts: 0, deaths: 0, doneAtDeath: 0 },
      ...{ queue: 'q', position: 0, isCancelAsked: 0 as const, isPauseAsked: 0 as const, stage: null },
      ...{ runAt: Date.now() + 3_600_000, createdAt: 1, updatedAt: 1 },
    });
    for (let index = 0; index < 4; index += 1) await insertMany(db, 'job', [job(index)]);
    expect(await near()).toEqual([['workspaceWaitingJobs', 4, 5]]);
    await requireJobRoom(db, { workspaceId }, limits);
    await insertMany(db, 'job', [job(4)]);
    await expect(requireJobRoom(db, { workspaceId }, limits)).rejects.toThrow(
      'This workspace has reached its limit of 5 waiting jobs. Try again when some of them are done.',
    );
    const loader = {
      ...{ id: 'l', workspaceId, storeId: 's', loaderId: '', loaderName: '', loaderConfig: '{}' },
      ...{ splitterId: '', splitterName: '', splitterConfig: '{}', credential: null, error: null },
      ...{ source: '', files: '[]', batch: 'b', totalChunks: 9, totalChars: 9, chunkRevision: 1 },
      ...{ vectorRevision: null, isStale: 0 as const, createdAt: 1, updatedAt: 1 },
    };
    const store = { id: 's', workspaceId, name: '', description: '', createdAt: 1, updatedAt: 1 };
    await insertMany(db, 'document_store', [store]);
    await insertMany(db, 'document_store_loader', [loader]);
    await requireChunkRoom(db, { workspaceId }, limits);
    expect(await near()).toContainEqual(['workspaceChunks', 9, 10]);
    await db.updateTable('document_store_loader').set({ totalChunks: 10 }).execute();
    await expect(requireChunkRoom(db, { workspaceId }, limits)).rejects.toThrow(
      '10 chunks in document stores',
    );
    await db.updateTable('document_store_loader').set({ totalChunks: 9, totalChars: 1.7e6 }).execute();
    expect(await near()).toContainEqual(['workspaceKnowledgeMb', 1.6, 2]);
    await requireKnowledgeRoom(db, { workspaceId }, limits);
    await db.updateTable('document_store_loader').set({ totalChars: 3e6 }).execute();
    await expect(requireKnowledgeRoom(db, { workspaceId }, limits)).rejects.toMatchObject({
      code: 'TOO_LARGE',
      message: expect.stringContaining('its limit of 2 MB in knowledge bases'),
      details: [{ path: 'workspaceKnowledgeMb' }],
    });
    await db.updateTable('document_store_loader').set({ totalChars: 9 }).execute();
    await addKnowledgeTokens(db, { workspaceId }, 450);
    await addKnowledgeTokens(db, { workspaceId }, 449);
    expect(await near()).toContainEqual(['workspaceKnowledgeTokensPerDay', 899, 1000]);
    await requireKnowledgeRoom(db, { workspaceId }, limits);
    await addKnowledgeTokens(db, { workspaceId }, 200);
    await expect(requireKnowledgeRoom(db, { workspaceId }, limits)).rejects.toThrow(
      'its limit of 1,000 tokens a day for knowledge bases. Try again after 00:00 UTC.',
    );
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
