import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { storedValueMask } from '@tendril/contract/api/credentials';
import type { FlowDetail } from '@tendril/contract/api/flows';
import type { FlowData } from '@tendril/contract/flow/flow';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../../testing/databases.ts';
import { gatedFlow, makeFlow, studio } from '../../../testing/flow-fixtures.ts';
import { gatedCatalogue } from '../../../testing/gated-catalogue.ts';
import { type KeyHolder, makeKey } from '../../../testing/other-workspace.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts';
import { createLiveFlows } from './live-flows.ts';

const flows = `${studio}/flows`;

describe.each(databases)('flows on %s', (database) => {
  let app: TestApp;
  let user: TestUser;
  let outsider: KeyHolder;

  beforeAll(async () => {
    app = await createTestApp({ database, catalogue: gatedCatalogue().catalogue });
    user = await app.signIn();
    outsider = await makeKey(app);
  });
  afterAll(() => app.close());

  const read = async (id: string) =>
    (await user.inject({ method: 'GET', url: `${flows}/${id}` })).json<FlowDetail>();
  const save = (id: string, revision: string | undefined, flowData: FlowData, isCheckpoint = true) =>
    user.inject({
      method: 'PUT',
      url: `${flows}/${id}/draft`,
      payload: { flowData, isCheckpoint },
      headers: revision === undefined ? {} : { 'if-match': revision },
    });
  const versionsOf = (id: string) =>
    app.infrastructure.db
      .selectFrom('flow_version')
      .select(['number', 'kind'])
      .where('flowId', '=', id)
      .orderBy('number')
      .execute();

  it('CANVAS-06: a saved flow reopens with the same nodes, positions, values and edges, and unknown keys', async () => {
    const flowData = await gatedFlow(user, { greeting: 'Hello {name}' });
    flowData.nodes.push({
      ...structuredClone(flowData.nodes[0]!),
      id: 'gatedChat_1',
      position: { x: 12.5, y: -3 },
      width: 300,
    });
    flowData.edges.push({
      source: 'gatedChat_0',
      target: 'gatedChat_1',
      sourceHandle: 'a',
      targetHandle: 'b',
      data: { label: 'x' },
    });
    flowData.viewport = { x: 1, y: 2, zoom: 0.5 };
    const id = await makeFlow(user, flowData, 'Round trip');
    expect((await read(id)).flowData).toEqual(JSON.parse(JSON.stringify(flowData)));
  });

  it('lists one page with counts, names and runs, and never the flow data', async () => {
    const id = await makeFlow(user, await gatedFlow(user), 'Findable 100%_sure');
    const answer = await user.inject({
      method: 'GET',
      url: `${flows}?search=${encodeURIComponent('100%_S')}&limit=5`,
    });
    const list = answer.json();
    expect(list.data.map((flow: { id: string }) => flow.id)).toEqual([id]);
    expect(list.data[0]).toMatchObject({
      nodeNames: ['gatedChat'],
      nodeCount: 1,
      status: 'never',
      liveVersion: 1,
      runs: [0, 0, 0, 0, 0, 0, 0],
    });
    expect(list).toMatchObject({ total: 1, counts: { all: 1, live: 0, draft: 0, never: 1 } });
    expect(answer.body).not.toContain('flowData');
    expect((await user.inject({ method: 'GET', url: `${flows}?limit=101` })).statusCode).toBe(400);
    expect((await user.inject({ method: 'GET', url: `${flows}?workspaceId=x` })).statusCode).toBe(400);
  });

  it('counts the runs of the last seven days', async () => {
    const id = await makeFlow(user, await gatedFlow(user), 'Busy');
    const { workspaceId } = user.caller;
    const run = {
      workspaceId,
      flowId: id,
      sessionId: 's',
      chatId: 'c',
      source: 'api',
      status: 'done' as const,
      question: 'q',
    };
    const ago = (days: number) => Date.now() - days * 86_400_000;
    const times = [ago(0), ago(0), ago(2), ago(20)];
    await app.infrastructure.db
      .insertInto('run')
      .values(times.map((startedAt, index) => ({ ...run, id: `${id}_${index}`, startedAt })))
      .execute();
    const list = (await user.inject({ method: 'GET', url: `${flows}?search=Busy` })).json();
    expect(list.data[0].runs).toEqual([0, 0, 0, 0, 1, 0, 2]);
  });

  it('shows failures, the 95th percentile of times, the cost and waiting runs', async () => {
    const id = await makeFlow(user, await gatedFlow(user), 'Measured');
    const { workspaceId } = user.caller;
    const base = { workspaceId, flowId: id, sessionId: 's', chatId: 'c', source: 'api', question: 'q' };
    const done = Array.from({ length: 20 }, (_, index) => ({
      ...base,
      id: `${id}_${index}`,
      status: 'done' as const,
      startedAt: Date.now(),
      ms: (index + 1) * 100,
      costUsd: index < 2 ? 0.25 : null,
    }));
    const others = (['failed', 'interrupted', 'cancelled', 'waiting'] as const).map((status) => ({
      ...base,
      id: `${id}_${status}`,
      status,
      startedAt: Date.now(),
      ms: 99_000,
    }));
    await app.infrastructure.db.insertInto('run').values(done).execute();
    await app.infrastructure.db.insertInto('run').values(others).execute();
    const { data } = (await user.inject({ method: 'GET', url: `${flows}?search=Measured` })).json();
    expect(data[0]).toMatchObject({ failedRuns: 2, p95Ms: 1900, costUsd: 0.5, waitingRuns: 1 });
    const unused = await makeFlow(user, await gatedFlow(user), 'Never used');
    const list = (await user.inject({ method: 'GET', url: `${flows}?search=Never%20used` })).json();
    expect(list.data[0]).toMatchObject({ id: unused, failedRuns: 0, p95Ms: null, costUsd: null });
  });

  it('moves flows and changes their tags together, and finds them by folder and tag', async () => {
    const ids: string[] = [];
    for (const name of ['Sorted one', 'Sorted two'])
      ids.push(await makeFlow(user, await gatedFlow(user), name));
    const before = await read(ids[0] ?? '');
    const arrange = (payload: object) => user.inject({ method: 'PATCH', url: flows, payload });
    const answer = await arrange({ ids, folder: 'Shop', addTags: ['phone', '100%'] });
    expect(answer.json()).toEqual({ changed: 2 });
    await arrange({ ids: ids.slice(1), folder: '', removeTags: ['phone'] });
    const list = async (query: string) =>
      (await user.inject({ method: 'GET', url: `${flows}?sort=name&${query}` })).json();
    const named = await list('search=Sorted');
    expect(named.data).toMatchObject([
      { folder: 'Shop', category: 'phone;100%' },
      { folder: '', category: '100%' },
    ]);
    expect(named).toMatchObject({ tags: ['100%', 'phone'], folders: ['Shop'] });
    const found = async (query: string) =>
      (await list(query)).data.map(({ id }: { id: string }) => ids.indexOf(id));
    expect(await found('folder=Shop')).toEqual([0]);
    expect(await found('tag=phone')).toEqual([0]);
    expect(await found('tag=hone')).toEqual([]);
    expect(await found(`tag=${encodeURIComponent('100%')}`)).toEqual([0, 1]);
    expect((await list('tag=phone')).counts.all).toBe(1);
    expect((await read(ids[0] ?? '')).updatedAt, 'keeping order is no edit').toBe(before.updatedAt);
    const missing = await arrange({ ids: [ids[0], 'not-here'], folder: 'Gone' });
    expect(missing.statusCode).toBe(404);
    expect(await found('folder=Gone')).toEqual([]);
    expect((await arrange({ ids, addTags: ['a;b'] })).statusCode).toBe(400);
  });

  it('saves a draft only over the revision it was made from', async () => {
    const flowData = await gatedFlow(user);
    const id = await makeFlow(user, flowData);
    expect((await save(id, undefined, flowData)).statusCode).toBe(400);
    expect((await save(id, '"x"', flowData)).statusCode).toBe(400);
    const saved = await save(id, '"1"', flowData);
    expect(saved.json()).toMatchObject({ draftRevision: 2, draftVersion: 2, status: 'never' });
    const stale = await save(id, '1', flowData);
    expect(stale.statusCode).toBe(409);
    expect(stale.json()).toMatchObject({
      code: 'STALE_VERSION',
      details: [{ path: 'draftRevision', message: '2' }],
    });
  });

  it('a revision that no draft could have is a stale one', async () => {
    const flowData = await gatedFlow(user);
    const id = await makeFlow(user, flowData);
    const [version] = await app.infrastructure.db
      .selectFrom('flow_version')
      .select('id')
      .where('flowId', '=', id)
      .execute();
    const headers = { 'if-match': '"999999999999999"' };
    expect((await save(id, headers['if-match'], flowData)).statusCode).toBe(409);
    for (const path of ['publish', `versions/${version?.id}/restore`]) {
      const url = `${flows}/${id}/${path}`;
      const answer = await user.inject({ method: 'POST', url, payload: {}, headers });
      expect([path, answer.statusCode]).toEqual([path, 409]);
    }
  });

  it('ATK-080: of twenty parallel saves from one revision exactly one wins', async () => {
    const flowData = await gatedFlow(user);
    const id = await makeFlow(user, flowData);
    const answers = await Promise.all(Array.from({ length: 20 }, () => save(id, '1', flowData)));
    const codes = answers.map((answer) => answer.statusCode).sort();
    expect(codes).toEqual([200, ...new Array(19).fill(409)]);
    expect(await versionsOf(id)).toHaveLength(2);
    expect((await read(id)).draftRevision).toBe(2);
  });

  it('an autosave takes the place of the autosave before it, and a save on purpose is a version of its own', async () => {
    const flowData = await gatedFlow(user);
    const id = await makeFlow(user, flowData);
    await save(id, '1', flowData, false);
    await save(id, '2', flowData, false);
    expect(await versionsOf(id)).toEqual([
      { number: 1, kind: 'checkpoint' },
      { number: 2, kind: 'autosave' },
    ]);
    expect((await read(id)).liveVersion).toBe(1);
    await save(id, '3', flowData);
    expect(await versionsOf(id)).toEqual([
      { number: 1, kind: 'checkpoint' },
      { number: 3, kind: 'checkpoint' },
    ]);
    expect(await read(id)).toMatchObject({
      liveVersion: 3,
      draftVersion: 3,
      draftRevision: 4,
      status: 'never',
    });
  });

  it('live follows Save until the first publishing, afterwards only publishing moves it', async () => {
    const flowData = await gatedFlow(user);
    const id = await makeFlow(user, flowData);
    await user.inject({
      method: 'PUT',
      url: `${studio}/chatflows/${id}`,
      payload: { flowData: JSON.stringify(flowData) },
    });
    expect(await read(id)).toMatchObject({ status: 'live', liveVersion: 2 });
    await save(id, '2', flowData);
    expect(await read(id)).toMatchObject({ status: 'draft', liveVersion: 2, draftVersion: 3 });
    const list = (await user.inject({ method: 'GET', url: `${flows}?status=draft` })).json();
    expect(list.data.map((flow: { id: string }) => flow.id)).toEqual([id]);
    const live = (await user.inject({ method: 'GET', url: `${flows}?status=live` })).json();
    expect(live.data.map((flow: { id: string }) => flow.id)).toContain(id);
    expect(live.counts.live).toBe(live.data.length);
  });

  it('changes name and settings, and refuses unknown keys', async () => {
    const id = await makeFlow(user, await gatedFlow(user));
    const patched = await user.inject({
      method: 'PATCH',
      url: `${flows}/${id}`,
      payload: { name: 'Renamed', isPublic: true },
    });
    expect(patched.json()).toMatchObject({ name: 'Renamed', isPublic: true });
    const refused = await user.inject({
      method: 'PATCH',
      url: `${flows}/${id}`,
      payload: { workspaceId: 'x' },
    });
    expect(refused.json()).toMatchObject({ code: 'INVALID_INPUT', details: [{ path: 'workspaceId' }] });
    const foreignKey = await user.inject({
      method: 'PATCH',
      url: `${flows}/${id}`,
      payload: { apikeyid: outsider.keyId },
    });
    expect(foreignKey.statusCode).toBe(404);
  });

  it('seals password values: they are stored as marks, answered as a mask, kept when the mask comes back', async () => {
    const canary = 'canary-password-5150';
    const id = await makeFlow(user, await gatedFlow(user, { secret: canary }));
    const opened = await read(id);
    expect(opened.flowData.nodes[0]?.data.inputs).toMatchObject({ secret: storedValueMask });
    await save(id, '1', opened.flowData);
    const rows = await app.infrastructure.db
      .selectFrom('flow_version')
      .selectAll()
      .where('flowId', '=', id)
      .execute();
    expect(JSON.stringify(rows)).not.toContain(canary);
    const chatflow = await user.inject({ method: 'GET', url: `/api/v1/chatflows/${id}` });
    expect(chatflow.body).not.toContain(canary);
    expect(chatflow.body).not.toContain('STORED-SECRET');
    const live = createLiveFlows(app.infrastructure);
    const flow = (await live.find(id))!;
    const { flowData } = await live.open(flow, flow.liveVersionId);
    expect(flowData.nodes[0]?.data.inputs?.['secret']).toBe(canary);
    const copy = (await user.inject({ method: 'POST', url: `${flows}/${id}/duplicate` })).json<FlowDetail>();
    await user.inject({ method: 'DELETE', url: `${flows}/${id}` });
    const copied = (await live.find(copy.id))!;
    const again = await live.open(copied, copied.liveVersionId);
    expect(again.flowData.nodes[0]?.data.inputs?.['secret']).toBe(canary);
  });

  it('a mark of another workspace opens nothing', async () => {
    const id = await makeFlow(user, await gatedFlow(user, { secret: 'mine' }));
    const secret = await app.infrastructure.db
      .selectFrom('flow_secret')
      .select('id')
      .where('flowId', '=', id)
      .executeTakeFirstOrThrow();
    const flowData = JSON.stringify(await gatedFlow(user, { secret: `STORED-SECRET::${secret.id}` }));
    const made = await outsider.inject({
      method: 'POST',
      url: '/api/v1/chatflows',
      payload: { name: 'Thief', flowData },
    });
    const live = createLiveFlows(app.infrastructure);
    const flow = (await live.find(made.json().id))!;
    const opened = await live.open(flow, flow.liveVersionId);
    expect(opened.flowData.nodes[0]?.data.inputs?.['secret']).toBe('');
  });

  it('moves files out of the flow data, and never lets a new content take a name over', async () => {
    const inline = (text: string) =>
      `data:text/plain;base64,${Buffer.from(text).toString('base64')},filename:../a/faq.txt`;
    const id = await makeFlow(user, await gatedFlow(user, { document: inline('one') }));
    const opened = await read(id);
    expect(opened.flowData.nodes[0]?.data.inputs?.['document']).toBe('FILE-STORAGE::["faq.txt"]');
    const changed = await gatedFlow(user, { document: inline('two') });
    await save(id, '1', changed);
    expect((await read(id)).flowData.nodes[0]?.data.inputs?.['document']).toBe(
      'FILE-STORAGE::["faq (2).txt"]',
    );
    const live = createLiveFlows(app.infrastructure);
    const flow = { id, workspaceId: user.caller.workspaceId };
    expect(Buffer.from(await live.readFile(flow, 'faq.txt')).toString()).toBe('one');
    expect(Buffer.from(await live.readFile(flow, 'faq (2).txt')).toString()).toBe('two');
    const copy = (await user.inject({ method: 'POST', url: `${flows}/${id}/duplicate` })).json<FlowDetail>();
    await user.inject({ method: 'DELETE', url: `${flows}/${id}` });
    expect(Buffer.from(await live.readFile({ ...flow, id: copy.id }, 'faq.txt')).toString()).toBe('one');
    await expect(live.readFile(flow, 'faq.txt')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('leaves no file of a save that was refused', async () => {
    const inline = (at: number) =>
      `data:text/plain;base64,${Buffer.from(`refused ${at}`).toString('base64')},filename:faq.txt`;
    const id = await makeFlow(user, await gatedFlow(user));
    const drafts = await Promise.all([1, 2, 3, 4, 5].map((at) => gatedFlow(user, { document: inline(at) })));
    const saves = await Promise.all(drafts.map((draft) => save(id, '1', draft)));
    expect(saves.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409, 409, 409, 409]);
    const hashes = [1, 2, 3, 4, 5].map((at) => createHash('sha256').update(`refused ${at}`).digest('hex'));
    const kept = await readdir(join(app.infrastructure.config.home, 'files', user.caller.workspaceId));
    expect(hashes.filter((sha256) => kept.includes(sha256))).toHaveLength(1);
  });

  it('deletes a flow with everything that hangs from it', async () => {
    const id = await makeFlow(user, await gatedFlow(user));
    expect((await user.inject({ method: 'DELETE', url: `${flows}/${id}` })).statusCode).toBe(204);
    expect((await user.inject({ method: 'GET', url: `${flows}/${id}` })).statusCode).toBe(404);
    expect(await versionsOf(id)).toEqual([]);
    expect((await user.inject({ method: 'DELETE', url: `${flows}/${id}` })).statusCode).toBe(404);
  });

  it('ATK-067: to another workspace a flow does not exist', async () => {
    const id = await makeFlow(user, await gatedFlow(user));
    const bodies = { PUT: { name: 'Mine now' } };
    for (const method of ['GET', 'PUT', 'DELETE'] as const) {
      const payload = method === 'PUT' ? { payload: bodies.PUT } : {};
      const answer = await outsider.inject({ method, url: `/api/v1/chatflows/${id}`, ...payload });
      expect([method, answer.statusCode]).toEqual([method, 404]);
    }
    expect(
      (await outsider.inject({ method: 'GET', url: '/api/v1/chatflows' }))
        .json()
        .map((flow: { id: string }) => flow.id),
    ).not.toContain(id);
    expect((await read(id)).name).toBe('A flow');
  });
});

describe('starters', () => {
  it('PRODUCT-04: make working flows with the tools they call, each tool once', async () => {
    const app = await createTestApp();
    const user = await app.signIn();
    for (const starter of ['support-bot', 'appointment-agent', 'appointment-agent']) {
      const made = await user.inject({ method: 'POST', url: `${flows}/starters/${starter}` });
      expect(made.statusCode, made.body).toBe(201);
      expect(made.json().chatbotConfig.welcomeMessage).toBeTruthy();
    }
    const tools = (await user.inject({ method: 'GET', url: `${studio}/tools` })).json();
    expect(tools.map((tool: { name: string }) => tool.name).sort()).toEqual([
      'book_appointment',
      'list_free_times',
    ]);
    await app.close();
  });
});
