import { FlowBuilder } from '@tendril/contract/flow/flow-builder';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '../../../composition/app.ts';
import { databases } from '../../../testing/databases.ts';
import { makeFlow, readTemplates, studio } from '../../../testing/flow-fixtures.ts';
import { type KeyHolder, makeKey } from '../../../testing/other-workspace.ts';
import { retrievalFlow, retrievalNodes } from '../../../testing/retrieval-flow.ts';
import { type FormPart, formOf } from '../../../testing/send-form.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts';

const tides = { name: 'tides.txt', content: 'High tide in Wexmouth is at half past four.' };
const ask = 'When is high tide in Wexmouth?';

describe.each(databases)('filling vector stores on %s', (database) => {
  let app: TestApp;
  let user: TestUser;
  let key: KeyHolder;
  let outsider: KeyHolder;

  beforeAll(async () => {
    app = await createTestApp({ database });
    user = await app.signIn();
    key = await makeKey(app, user.caller.workspaceId);
    outsider = await makeKey(app);
  });
  afterAll(() => app.close());

  type Sender = Pick<TestUser, 'inject'>;
  const upsertForm = async (id: string, files: FormPart[], fields = {}, as: Sender = key) =>
    as.inject({ method: 'POST', url: `/api/v1/vector/upsert/${id}`, ...(await formOf(files, fields)) });
  const upsert = (id: string, payload: object = {}, as: Sender = key) =>
    as.inject({ method: 'POST', url: `/api/v1/vector/upsert/${id}`, payload });
  const sourcesOf = async (id: string, chatId?: string, as: Sender = key) => {
    const payload = { question: ask, ...(chatId && { chatId }) };
    const answer = await as.inject({ method: 'POST', url: `/api/v1/prediction/${id}`, payload });
    expect(answer.statusCode, answer.body).toBe(200);
    const { sourceDocuments } = answer.json<{ sourceDocuments: { metadata: { source: string } }[] }>();
    return sourceDocuments.map(({ metadata }) => metadata.source);
  };
  const change = (id: string, payload: object) =>
    user.inject({ method: 'PATCH', url: `${studio}/flows/${id}/settings`, payload });

  it('SP-88, I-23: counts the documents of the flow itself, and keeps a second copy of none', async () => {
    const id = await makeFlow(user, await retrievalFlow(user));
    const answer = await upsert(id);
    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.json()).toEqual({
      numAdded: 1,
      numUpdated: 0,
      numSkipped: 0,
      numDeleted: 0,
      addedDocs: [{ pageContent: 'The gate opens at nine.', metadata: { source: 'house.txt' } }],
    });
    expect(await sourcesOf(id)).toEqual(['house.txt']);
  });

  it('answers from an uploaded file at once, and after a restart', async () => {
    const id = await makeFlow(user, await retrievalFlow(user));
    expect(await sourcesOf(id)).toEqual(['house.txt']);
    const answer = await upsertForm(id, [tides]);
    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.json()).toMatchObject({ numAdded: 1, addedDocs: [{ metadata: { source: 'tides.txt' } }] });
    expect((await sourcesOf(id))[0]).toBe('tides.txt');
    const restarted = await buildApp(app.infrastructure);
    const later = await restarted.fastify.inject({
      method: 'POST',
      url: `/api/v1/prediction/${id}`,
      headers: { authorization: `Bearer ${key.key}` },
      payload: { question: ask },
    });
    expect(later.json().sourceDocuments[0].metadata.source).toBe('tides.txt');
    await restarted.fastify.close();
    const left = await app.infrastructure.db
      .selectFrom('file')
      .select('name')
      .where('ownerKind', '=', 'upsert')
      .execute();
    expect(left).toEqual([]);
  });

  it('takes the same passage once, and two files of one name for two', async () => {
    const id = await makeFlow(user, await retrievalFlow(user));
    await upsertForm(id, [tides]);
    expect((await upsertForm(id, [tides])).json()).toMatchObject({ numAdded: 0, numSkipped: 1 });
    const other = { name: 'tides.txt', content: 'Low tide is at noon.' };
    expect((await upsertForm(id, [other])).json()).toMatchObject({
      numAdded: 1,
      addedDocs: [{ pageContent: 'Low tide is at noon.' }],
    });
  });

  it('keeps what a chat uploaded to that chat', async () => {
    const id = await makeFlow(user, await retrievalFlow(user, { fileUpload: true }));
    await upsertForm(id, [tides], { chatId: 'chat-a' });
    expect((await sourcesOf(id, 'chat-a'))[0]).toBe('tides.txt');
    expect(await sourcesOf(id, 'chat-b')).toEqual(['house.txt']);
  });

  it('ATK-115: lets visitors add to their own chat where the owner allows it, and to nothing else', async () => {
    const open = await makeFlow(user, await retrievalFlow(user, { fileUpload: true }));
    const closed = await makeFlow(user, await retrievalFlow(user));
    for (const id of [open, closed]) await change(id, { isPublic: true });
    const visitor = { inject: app.inject };
    expect((await upsertForm(open, [tides], { chatId: 'v' }, visitor)).statusCode).toBe(200);
    expect((await sourcesOf(open, 'v', visitor as Sender))[0]).toBe('tides.txt');
    expect((await upsertForm(open, [tides], {}, visitor)).statusCode).toBe(403);
    expect((await upsert(open, { chatId: 'v' }, visitor)).statusCode).toBe(403);
    expect((await upsertForm(closed, [tides], { chatId: 'v' }, visitor)).statusCode).toBe(403);
    expect((await upsertForm(closed, [tides], {}, outsider)).statusCode).toBe(403);
    const own = await makeFlow(user, await retrievalFlow(user));
    expect((await upsert(own, {}, outsider)).statusCode).toBe(404);
    expect((await upsert(own, {}, visitor)).statusCode).toBe(401);
  });

  it('refuses by name: no store, several stores, a store that is none, a file that no loader takes, an override that is off', async () => {
    const template = await readTemplates(user);
    const bare = new FlowBuilder(template);
    bare.add('plainText', { x: 0, y: 0 }, { text: 'a' });
    const without = await upsert(await makeFlow(user, bare.build()));
    expect([without.statusCode, without.json().code]).toEqual([422, 'FLOW_INVALID']);

    const two = new FlowBuilder(template);
    const text = two.add('plainText', { x: 0, y: 0 }, { text: 'High tide is at four.' });
    const embeddings = two.add('demoEmbeddings', { x: 0, y: 300 });
    for (const y of [0, 400]) {
      const store = two.add('memoryVectorStore', { x: 400, y });
      two.connect(text, store, 'document').connect(embeddings, store, 'embeddings');
    }
    const id = await makeFlow(user, two.build());
    const several = await upsert(id);
    expect([several.statusCode, several.json().details]).toEqual([
      400,
      [{ path: 'stopNodeId', message: expect.stringMatching(/memoryVectorStore_0.*memoryVectorStore_1/) }],
    ]);
    expect((await upsert(id, { stopNodeId: 'plainText_0' })).json().details[0].path).toBe('stopNodeId');
    expect((await upsert(id, { stopNodeId: 'memoryVectorStore_1' })).json()).toMatchObject({ numAdded: 1 });
    const file = await upsertForm(id, [tides], { stopNodeId: 'memoryVectorStore_1' });
    expect([file.statusCode, file.json().message]).toEqual([415, expect.stringContaining('tides.txt')]);
    const off = await upsert(id, { stopNodeId: 'memoryVectorStore_1', overrideConfig: { text: 'other' } });
    expect(off.json().details[0].path).toBe('overrideConfig.text');
    const broken = await upsertForm(id, [tides], { overrideConfig: '{' });
    expect([broken.statusCode, broken.json().details[0].path]).toEqual([400, 'overrideConfig']);
  });

  it('keeps what an allowed override made of the flow', async () => {
    const template = await readTemplates(user);
    const flow = new FlowBuilder(template);
    const text = flow.add('plainText', { x: 0, y: 0 }, { text: 'Low tide is at noon.' });
    const store = flow.add('memoryVectorStore', { x: 400, y: 0 });
    flow
      .connect(text, store, 'document')
      .connect(flow.add('demoEmbeddings', { x: 0, y: 300 }), store, 'embeddings');
    const id = await makeFlow(user, flow.build());
    const nodes = { 'Plain Text': [{ name: 'text', enabled: true }] };
    await change(id, { apiConfig: { overrideConfig: { status: true, nodes } } });
    expect((await upsert(id, { overrideConfig: { text: tides.content } })).json()).toMatchObject({
      numAdded: 1,
    });
    const rows = await app.infrastructure.db
      .selectFrom('upserted_chunk')
      .select('pageContent')
      .where('flowId', '=', id)
      .execute();
    expect(rows).toEqual([{ pageContent: tides.content }]);
  });

  it('internal-upsert takes the flow as it stands on the canvas, and wants a session', async () => {
    const id = await makeFlow(user, await retrievalFlow(user));
    const url = `${studio}/vector/internal-upsert/${id}`;
    const answer = await user.inject({ method: 'POST', url, payload: { stopNodeId: retrievalNodes.store } });
    expect(answer.json()).toMatchObject({ numAdded: 1 });
    expect((await key.inject({ method: 'POST', url, payload: {} })).statusCode).toBe(403);
    expect((await app.inject({ method: 'POST', url, payload: {} })).statusCode).toBe(401);
  });

  it('lists when stores were filled, in Flowise’s format, and deletes entries all or none', async () => {
    const id = await makeFlow(user, await retrievalFlow(user));
    await upsert(id);
    await upsertForm(id, [tides]);
    const url = `/api/v1/upsert-history/${id}`;
    const list = (await key.inject({ url: `${url}?order=DESC` })).json();
    expect(list).toHaveLength(2);
    expect(list[0]).toMatchObject({
      chatflowid: id,
      result: { numAdded: 1, addedDocs: [{ metadata: { source: 'tides.txt' } }] },
    });
    expect(list[0].flowData.map((node: { id: string }) => node.id)).toContain(retrievalNodes.store);
    expect(new Date(list[0].date).toISOString()).toBe(list[0].date);
    expect((await key.inject({ url: `${url}?startDate=2100-01-01` })).json()).toEqual([]);
    expect((await key.inject({ url: `${url}?startDate=soon` })).statusCode).toBe(400);
    expect((await outsider.inject({ url })).statusCode).toBe(404);
    const ids = list.map((entry: { id: string }) => entry.id);
    const forget = (wanted: string[], as: Sender) =>
      as.inject({ method: 'PATCH', url: '/api/v1/upsert-history', payload: { ids: wanted } });
    expect((await forget(ids, outsider)).statusCode).toBe(404);
    expect((await forget([...ids, 'unknown'], key)).statusCode).toBe(404);
    expect((await key.inject({ url })).json()).toHaveLength(2);
    expect((await forget(ids, key)).json()).toEqual({ affected: 2 });
    expect((await key.inject({ url })).json()).toEqual([]);
  });

  it('what a chat uploaded goes with its messages', async () => {
    const id = await makeFlow(user, await retrievalFlow(user, { fileUpload: true }));
    await upsertForm(id, [tides], { chatId: 'gone' });
    await upsertForm(id, [tides], { chatId: 'stays' });
    for (const chat of ['gone', 'stays']) await sourcesOf(id, chat);
    const url = `${studio}/chatmessage/${id}?chatId=gone`;
    expect((await user.inject({ method: 'DELETE', url })).json()).toMatchObject({ affected: 2 });
    const rows = await app.infrastructure.db
      .selectFrom('upserted_chunk')
      .select('chatId')
      .where('flowId', '=', id)
      .execute();
    expect(rows).toEqual([{ chatId: 'stays' }]);
  });

  it('everything goes with the flow', async () => {
    const id = await makeFlow(user, await retrievalFlow(user));
    await upsertForm(id, [tides]);
    expect((await user.inject({ method: 'DELETE', url: `${studio}/flows/${id}` })).statusCode).toBeLessThan(
      300,
    );
    for (const table of ['upserted_chunk', 'upsert_history'] as const) {
      const rows = await app.infrastructure.db
        .selectFrom(table)
        .select('flowId')
        .where('flowId', '=', id)
        .execute();
      expect(rows).toEqual([]);
    }
  });
});
