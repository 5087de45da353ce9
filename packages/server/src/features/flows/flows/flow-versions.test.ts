import { storedValueMask } from '@tendril/contract/api/credentials';
import type { FlowVersion } from '@tendril/contract/api/flow-versions';
import type { FlowDetail } from '@tendril/contract/api/flows';
import type { FlowData } from '@tendril/contract/flow/flow';
import { FlowBuilder } from '@tendril/contract/flow/flow-builder';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../../testing/databases.ts';
import { gatedFlow, makeFlow, readTemplates, studio, talkingFlow } from '../../../testing/flow-fixtures.ts';
import { gatedCatalogue } from '../../../testing/gated-catalogue.ts';
import { type KeyHolder, makeKey } from '../../../testing/other-workspace.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts';
import { keptCheckpoints } from './flow-writer.ts';
import { createLiveFlows } from './live-flows.ts';

const flows = `${studio}/flows`;

/** What the tests say to the routes of versions. */
function versionRequests(user: TestUser) {
  const send = (
    method: 'POST' | 'PATCH' | 'PUT',
    url: string,
    payload?: object,
    revision?: number | string,
  ) =>
    user.inject({
      method,
      url: `${flows}/${url}`,
      ...(payload && { payload }),
      headers: revision === undefined ? {} : { 'if-match': String(revision) },
    });
  return {
    send,
    read: async (id: string) =>
      (await user.inject({ method: 'GET', url: `${flows}/${id}` })).json<FlowDetail>(),
    list: async (id: string) =>
      (await user.inject({ method: 'GET', url: `${flows}/${id}/versions?limit=100` })).json<{
        data: FlowVersion[];
        total: number;
      }>(),
    save: (id: string, revision: number, flowData: FlowData, isCheckpoint = true) =>
      send('PUT', `${id}/draft`, { flowData, isCheckpoint }, revision),
    restore: (id: string, versionId: string, revision: number) =>
      send('POST', `${id}/versions/${versionId}/restore`, undefined, revision),
    publish: (id: string, revision: number, body: object = {}) =>
      send('POST', `${id}/publish`, body, revision),
  };
}

describe.each(databases)('versions on %s', (database) => {
  let app: TestApp;
  let user: TestUser;
  let key: KeyHolder;
  let request: ReturnType<typeof versionRequests>;

  beforeAll(async () => {
    app = await createTestApp({ database, catalogue: gatedCatalogue().catalogue });
    user = await app.signIn();
    key = await makeKey(app, user.caller.workspaceId);
    request = versionRequests(user);
  });
  afterAll(() => app.close());

  const greeting = (flow: FlowData) => flow.nodes[0]?.data.inputs?.['greeting'];
  const liveGreeting = async (id: string) => {
    const live = createLiveFlows(app.infrastructure);
    const flow = (await live.find(id))!;
    return greeting((await live.open(flow, flow.liveVersionId)).flowData);
  };

  it('are listed newest first with their authors, and never with flow data', async () => {
    const id = await makeFlow(user, await gatedFlow(user, { greeting: 'one' }));
    const flowData = await gatedFlow(user, { greeting: 'two' });
    await key.inject({
      method: 'PUT',
      url: `/api/v1/chatflows/${id}`,
      payload: { flowData: JSON.stringify(flowData) },
    });
    await request.save(id, 2, await gatedFlow(user, { greeting: 'three' }), false);
    const answer = await user.inject({ method: 'GET', url: `${flows}/${id}/versions` });
    expect(answer.body).not.toContain('flowData');
    expect(answer.json()).toMatchObject({
      total: 3,
      data: [
        { number: 3, kind: 'autosave', author: 'Ada Owner', isDraft: true, isLive: false, note: '' },
        { number: 2, kind: 'published', author: 'Test', isDraft: false, isLive: true },
        { number: 1, kind: 'checkpoint', author: 'Ada Owner', isDraft: false, isLive: false },
      ],
    });
    await app.infrastructure.db.deleteFrom('api_key').where('id', '=', key.keyId).execute();
    expect((await request.list(id)).data[1]?.author).toBe('');
    key = await makeKey(app, user.caller.workspaceId);
    const page = await user.inject({ method: 'GET', url: `${flows}/${id}/versions?page=2&limit=2` });
    expect(page.json().data.map((version: FlowVersion) => version.number)).toEqual([1]);
    expect((await user.inject({ method: 'GET', url: `${flows}/${id}/versions?limit=101` })).statusCode).toBe(
      400,
    );
  });

  it('callers get the last checkpoint while the canvas autosaves, until the first publishing', async () => {
    const id = await makeFlow(user, await gatedFlow(user, { greeting: 'saved' }));
    const auto = await request.save(id, 1, await gatedFlow(user, { greeting: 'auto' }), false);
    expect(auto.json()).toMatchObject({ status: 'never', draftVersion: 2, liveVersion: 1 });
    expect(await liveGreeting(id)).toBe('saved');
    const row = await key.inject({ method: 'GET', url: `/api/v1/chatflows/${id}` });
    expect(greeting(JSON.parse(row.json().flowData))).toBe('saved');
    const saved = await request.save(id, 2, await gatedFlow(user, { greeting: 'again' }));
    expect(saved.json()).toMatchObject({ liveVersion: 3, draftVersion: 3 });
    expect(await liveGreeting(id)).toBe('again');
  });

  it('only publishing moves what callers get after the first one, also to an older version', async () => {
    const id = await makeFlow(user, await gatedFlow(user, { greeting: 'one' }));
    await request.save(id, 1, await gatedFlow(user, { greeting: 'two' }), false);
    const published = await request.publish(id, 2, { note: 'First release' });
    expect(published.statusCode, published.body).toBe(200);
    expect(published.json()).toMatchObject({
      status: 'live',
      liveVersion: 2,
      draftVersion: 2,
      draftRevision: 2,
    });
    await request.save(id, 2, await gatedFlow(user, { greeting: 'three' }));
    expect(await liveGreeting(id)).toBe('two');
    const first = (await request.list(id)).data.find((version) => version.number === 1)!;
    const back = await request.publish(id, 3, { versionId: first.id });
    expect(back.json()).toMatchObject({ status: 'draft', liveVersion: 1, draftVersion: 3 });
    expect(await liveGreeting(id)).toBe('one');
    expect((await request.list(id)).data).toMatchObject([
      { number: 3, kind: 'checkpoint', isDraft: true, isLive: false },
      { number: 2, kind: 'published', note: 'First release', isLive: false },
      { number: 1, kind: 'published', isLive: true },
    ]);
    const audit = await app.infrastructure.db
      .selectFrom('audit_entry')
      .select(['action', 'actor', 'detail'])
      .where('target', '=', id)
      .where('action', '=', 'flow-published')
      .orderBy('seq')
      .execute();
    expect(audit.map(({ detail, ...entry }) => ({ ...entry, number: JSON.parse(detail!).number }))).toEqual([
      { action: 'flow-published', actor: `user:${user.caller.userId}`, number: 2 },
      { action: 'flow-published', actor: `user:${user.caller.userId}`, number: 1 },
    ]);
  });

  it('a save by an outside client leaves the unsaved work of the canvas in the list', async () => {
    const id = await makeFlow(user, await gatedFlow(user));
    await request.save(id, 1, await gatedFlow(user, { greeting: 'unsaved work' }), false);
    const flowData = JSON.stringify(await gatedFlow(user, { greeting: 'script' }));
    await key.inject({ method: 'PUT', url: `/api/v1/chatflows/${id}`, payload: { flowData } });
    const { data } = await request.list(id);
    expect(data.map(({ number, kind }) => [number, kind])).toEqual([
      [3, 'published'],
      [2, 'checkpoint'],
      [1, 'checkpoint'],
    ]);
    expect(await liveGreeting(id)).toBe('script');
  });

  it('restoring makes a copy the draft, and the draft before stays as a checkpoint', async () => {
    const id = await makeFlow(user, await gatedFlow(user, { greeting: 'one' }));
    await request.save(id, 1, await gatedFlow(user, { greeting: 'unsaved work' }), false);
    const first = (await request.list(id)).data.at(-1)!;
    const restored = await request.restore(id, first.id, 2);
    expect(restored.statusCode, restored.body).toBe(200);
    expect(restored.json()).toMatchObject({
      draftRevision: 3,
      draftVersion: 3,
      status: 'never',
      liveVersion: 3,
    });
    expect(greeting(restored.json().flowData)).toBe('one');
    const opened = await request.read(id);
    expect([opened.draftRevision, greeting(opened.flowData)]).toEqual([3, 'one']);
    const { data } = await request.list(id);
    expect(data.map(({ number, kind, isDraft }) => [number, kind, isDraft])).toEqual([
      [3, 'checkpoint', true],
      [2, 'checkpoint', false],
      [1, 'checkpoint', false],
    ]);
    const kept = await user.inject({ method: 'GET', url: `${flows}/${id}/versions/${data[1]?.id}` });
    expect(greeting(kept.json().flowData)).toBe('unsaved work');
    const same = await request.restore(id, data[0]!.id, 3);
    expect(same.json()).toMatchObject({ draftRevision: 3, draftVersion: 3 });
  });

  it('a note names a version; an autosave with a note is not replaced', async () => {
    const id = await makeFlow(user, await gatedFlow(user));
    await request.save(id, 1, await gatedFlow(user, { greeting: 'draft' }), false);
    const draft = (await request.list(id)).data[0]!;
    const noted = await request.send('PATCH', `${id}/versions/${draft.id}`, { note: '  Before lunch ' });
    expect(noted.json()).toMatchObject({ id: draft.id, note: 'Before lunch', kind: 'autosave' });
    await request.save(id, 2, await gatedFlow(user, { greeting: 'next' }), false);
    const { data } = await request.list(id);
    expect(data.map(({ number, note }) => [number, note])).toEqual([
      [3, ''],
      [2, 'Before lunch'],
      [1, ''],
    ]);
    expect((await request.read(id)).liveVersion).toBe(1);
    const cleared = await request.send('PATCH', `${id}/versions/${draft.id}`, { note: '' });
    expect(cleared.json().note).toBe('');
  });

  it('refuse bad input by its field, and a revision that is no longer the draft', async () => {
    const id = await makeFlow(user, await gatedFlow(user));
    const { id: versionId } = (await request.list(id)).data[0]!;
    const restore = `${id}/versions/${versionId}/restore`;
    const pathsOf = async (answer: ReturnType<typeof request.send>) => {
      const { code, details } = (await answer).json();
      return [code, details[0].path];
    };
    expect(await pathsOf(request.send('POST', restore))).toEqual(['INVALID_INPUT', 'headers.if-match']);
    expect(await pathsOf(request.send('POST', restore, { force: true }, 1))).toEqual([
      'INVALID_INPUT',
      'force',
    ]);
    expect(await pathsOf(request.publish(id, 1, { note: 'x'.repeat(501) }))).toEqual([
      'INVALID_INPUT',
      'note',
    ]);
    expect(await pathsOf(request.publish(id, 1, { versionId: '../x' }))).toEqual([
      'INVALID_INPUT',
      'versionId',
    ]);
    expect(await pathsOf(request.send('PATCH', `${id}/versions/${versionId}`, { kind: 'x' }))).toEqual([
      'INVALID_INPUT',
      'note',
    ]);
    expect(await pathsOf(request.restore(id, versionId, 7))).toEqual(['STALE_VERSION', 'draftRevision']);
    expect(await pathsOf(request.publish(id, 7))).toEqual(['STALE_VERSION', 'draftRevision']);
    expect((await request.publish(id, 1, { versionId: 'unknown' })).statusCode).toBe(404);
    expect((await request.restore(id, 'unknown', 1)).statusCode).toBe(404);
  });

  it('ATK-080: of parallel saves, restores and publishings from one revision the changes of the draft win once', async () => {
    const id = await makeFlow(user, await gatedFlow(user));
    const { id: versionId } = (await request.list(id)).data[0]!;
    await request.save(id, 1, await gatedFlow(user, { greeting: 'two' }));
    const flowData = await gatedFlow(user, { greeting: 'three' });
    const changes = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        index % 2 === 0 ? request.save(id, 2, flowData) : request.restore(id, versionId, 2),
      ),
    );
    const codes = changes.map((answer) => answer.statusCode).sort();
    expect(codes).toEqual([200, ...new Array(11).fill(409)]);
    const both = await Promise.all([
      request.publish(id, 3),
      request.save(id, 3, flowData),
      request.publish(id, 3),
    ]);
    expect(both[1]?.statusCode).toBe(200);
    for (const answer of both) expect([200, 409]).toContain(answer.statusCode);
    expect(await request.read(id)).toMatchObject({ draftRevision: 4 });
  });

  it('ATK-067: to another workspace neither the flow nor its versions exist', async () => {
    const id = await makeFlow(user, await gatedFlow(user));
    const { id: versionId } = (await request.list(id)).data[0]!;
    const own = await makeFlow(user, await gatedFlow(user));
    await app.infrastructure.db
      .updateTable('flow')
      .set({ workspaceId: 'elsewhere' })
      .where('id', '=', id)
      .execute();
    await app.infrastructure.db
      .updateTable('flow_version')
      .set({ workspaceId: 'elsewhere' })
      .where('flowId', '=', id)
      .execute();
    const version = `${id}/versions/${versionId}`;
    for (const url of [`${id}/versions`, version])
      expect((await user.inject({ method: 'GET', url: `${flows}/${url}` })).statusCode).toBe(404);
    expect((await request.send('PATCH', version, { note: 'mine' })).statusCode).toBe(404);
    expect((await request.restore(id, versionId, 1)).statusCode).toBe(404);
    expect((await request.publish(id, 1)).statusCode).toBe(404);
    // A version of another flow is no version of this one.
    expect((await request.restore(own, versionId, 1)).statusCode).toBe(404);
    expect((await request.publish(own, 1, { versionId })).statusCode).toBe(404);
  });

  it('passwords and files survive restoring, publishing, and undoing an edit after its autosave', async () => {
    const file = `data:text/plain;base64,${Buffer.from('text').toString('base64')},filename:faq.txt`;
    const id = await makeFlow(user, await gatedFlow(user, { secret: 'first', document: file }));
    const withMask = (await request.read(id)).flowData;
    const changed = structuredClone(withMask);
    changed.nodes[0]!.data.inputs = { secret: 'second', document: '' };
    await request.save(id, 1, changed);
    const live = createLiveFlows(app.infrastructure);
    const openDraft = async () => {
      const flow = (await live.find(id))!;
      return (await live.open(flow, flow.draftVersionId)).flowData.nodes[0]?.data.inputs;
    };
    const first = (await request.list(id)).data.at(-1)!;
    const restored = await request.restore(id, first.id, 2);
    expect(restored.body).not.toContain('STORED-SECRET');
    expect(restored.json().flowData.nodes[0].data.inputs.secret).toBe(storedValueMask);
    expect(await openDraft()).toMatchObject({ secret: 'first', document: 'FILE-STORAGE::["faq.txt"]' });
    await request.save(id, 3, { nodes: [], edges: [] }, false);
    await request.save(id, 4, withMask, false);
    expect(await openDraft()).toMatchObject({ secret: 'second' });
    const place = { id, workspaceId: user.caller.workspaceId };
    expect(Buffer.from(await live.readFile(place, 'faq.txt')).toString()).toBe('text');
  });

  it('the same password typed once is sealed once, however often the canvas saves it', async () => {
    const flowData = await gatedFlow(user, { secret: 'typed' });
    const id = await makeFlow(user, flowData);
    for (let revision = 1; revision <= 3; revision += 1) await request.save(id, revision, flowData, false);
    const rows = await app.infrastructure.db
      .selectFrom('flow_secret')
      .select('id')
      .where('flowId', '=', id)
      .execute();
    expect(rows).toHaveLength(1);
  });

  it('the oldest checkpoints without a note go; named, published and present ones stay', async () => {
    const id = await makeFlow(user, await gatedFlow(user));
    const { id: first } = (await request.list(id)).data[0]!;
    await request.send('PATCH', `${id}/versions/${first}`, { note: 'Keep me' });
    const row = await app.infrastructure.db
      .selectFrom('flow_version')
      .selectAll()
      .where('id', '=', first)
      .executeTakeFirstOrThrow();
    const rows = Array.from({ length: keptCheckpoints }, (_, index) => ({
      ...row,
      id: `${id}-${index}`,
      number: index + 2,
      note: index === 3 ? '' : null,
      kind: index === 1 ? ('published' as const) : ('checkpoint' as const),
    }));
    for (let start = 0; start < rows.length; start += 100)
      await app.infrastructure.db
        .insertInto('flow_version')
        .values(rows.slice(start, start + 100))
        .execute();
    const flowData = await gatedFlow(user);
    await request.save(id, 1, flowData);
    await request.save(id, 2, flowData);
    const oldest = await app.infrastructure.db
      .selectFrom('flow_version')
      .select(['number', 'kind'])
      .where('flowId', '=', id)
      .orderBy('number')
      .limit(4)
      .execute();
    expect(oldest).toEqual([
      { number: 1, kind: 'checkpoint' },
      { number: 3, kind: 'published' },
      { number: 4, kind: 'checkpoint' },
      { number: 5, kind: 'checkpoint' },
    ]);
    expect((await request.list(id)).total).toBe(keptCheckpoints + 2);
  });
});

describe('flows that would fail', () => {
  it('are named by the check with masks counted as filled, and refused for publishing', async () => {
    const app = await createTestApp();
    const user = await app.signIn();
    const request = versionRequests(user);
    const check = (payload: object) => user.inject({ method: 'POST', url: `${studio}/flow-check`, payload });
    const good = await talkingFlow(user);
    const fine = await check({ flowData: good });
    expect(fine.json().problems.filter((problem: { isWarning?: boolean }) => !problem.isWarning)).toEqual([]);

    const flow = new FlowBuilder(await readTemplates(user));
    flow.add('conversationChain', { x: 0, y: 0 });
    const bad = flow.build();
    const answer = await check({ flowData: bad });
    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.json().problems).toContainEqual(
      expect.objectContaining({ code: 'REQUIRED', nodeId: 'conversationChain_0' }),
    );
    expect((await check({ flowData: { nodes: [] } })).json().details[0].path).toBe('flowData.edges');
    expect((await check({ flowData: bad, extra: 1 })).json().details[0].path).toBe('extra');

    const id = await makeFlow(user, good);
    await request.save(id, 1, bad);
    const refused = await request.publish(id, 2);
    expect(refused.statusCode).toBe(422);
    expect(refused.json()).toMatchObject({ code: 'FLOW_INVALID' });
    expect(refused.json().details[0].path).toMatch(/^nodes\.conversationChain_0/);
    expect(await request.read(id)).toMatchObject({ status: 'never', liveVersion: 2 });
    const first = (await request.list(id)).data.at(-1)!;
    expect((await request.publish(id, 2, { versionId: first.id })).json()).toMatchObject({ liveVersion: 1 });
    const asked = await user.inject({
      method: 'POST',
      url: `${studio}/internal-prediction/${id}`,
      payload: { question: 'Hello' },
    });
    expect(asked.statusCode, asked.body).toBe(200);
    const run = await user.inject({ method: 'GET', url: `${studio}/runs/${asked.json().runId}` });
    expect(run.json().run.versionNumber).toBe(1);
    await app.close();
  });
});
