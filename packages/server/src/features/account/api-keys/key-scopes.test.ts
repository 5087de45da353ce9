import { createHash } from 'node:crypto';
import { publicPrefix, studioPrefix } from '@tendril/contract/api/prefixes';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { databases } from '../../../testing/databases.ts';
import { makeFlow, talkingFlow } from '../../../testing/flow-fixtures.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts';

/** What a key for chosen flows may call, with a flow of its own in the path; every other route answers 403. */
const openToFlows = new Set([
  'DELETE chatmessage/:id',
  'DELETE mcp/:flowId',
  'GET /v1/models',
  'GET /v1/models/:model',
  'GET chatflows-streaming/:id',
  'GET chatflows-uploads/:id',
  'GET chatflows/:id',
  'GET chatflows/has-changed/:id/:lastUpdated',
  'GET chatmessage/:id',
  'GET feedback/:id',
  'GET flow-config/:id',
  'GET flow-forms/:id',
  'GET get-upload-file',
  'GET leads/:id',
  'GET mcp/:flowId',
  'GET public-chatbotConfig/:id',
  'GET public-chatflows/:id',
  'GET runs/:id/events',
  'GET stats/:id',
  'GET upsert-history/:id',
  'GET validation/:id',
  'POST /v1/chat/completions',
  'POST attachments/:chatflowId/:chatId',
  'POST feedback/:id',
  'POST flow-forms/:id',
  'POST leads',
  'POST mcp/:flowId',
  'POST openai-assistants-file/download',
  'POST prediction/:id',
  'POST text-to-speech/abort',
  'POST text-to-speech/generate',
  'POST vector/upsert/:id',
  'PUT chatmessage/abort/:chatflowid/:chatid',
  'PUT feedback/:id',
]);

/** Their `:id` is that of something else, which their own tests look at. */
const namesNoFlow = new Set(['PUT feedback/:id', 'GET runs/:id/events']);

describe.each(databases)('the scope of a key on %s', (database) => {
  let app: TestApp;
  let user: TestUser;
  let mine: string;
  let other: string;
  const keys: Record<string, string> = {};

  beforeAll(async () => {
    app = await createTestApp({ database });
    user = await app.signIn();
    const flow = await talkingFlow(user);
    [mine, other] = [await makeFlow(user, flow, 'Mine'), await makeFlow(user, flow, 'Other')];
    keys['full'] = await make({ scope: 'full' });
    keys['read'] = await make({ scope: 'read' });
    keys['flows'] = await make({ scope: 'flows', flowIds: [mine] });
    keys['credentials'] = await make({ scope: 'credentials' });
  });
  afterEach(() => void vi.useRealTimers());
  afterAll(() => app.close());

  const post = (payload: object) =>
    user.inject({ method: 'POST', url: `${studioPrefix}/apikey`, payload: { keyName: 'K', ...payload } });
  const make = async (payload: object): Promise<string> => (await post(payload)).json().apiKey;
  const send = (scope: string, method: string, url: string, payload?: object) =>
    app.inject({
      method: method as 'GET',
      url,
      headers: { authorization: `Bearer ${keys[scope]}` },
      ...(payload && { payload }),
    });

  /** Every route that a key could call, once under each prefix, with `flowId` for all its parameters. */
  const routes = (flowId: string) =>
    app.app.routes
      .filter(({ endpoint }) => endpoint.auth === 'sessionOrKey' || endpoint.auth === 'flow')
      .map(({ endpoint: { method, isRead = method === 'GET' }, path }) => ({
        method,
        isRead,
        name: `${method} ${path.replace(`${studioPrefix}/`, '').replace(`${publicPrefix}/`, '')}`,
        url: path.replaceAll(/:\w+/g, flowId),
      }));

  it('read only: opens every GET, the POSTs that only look and nothing else, so that it runs no flow', async () => {
    const looking = routes(mine).filter(({ method, isRead }) => isRead && method !== 'GET');
    expect([...new Set(looking.map(({ name }) => name))].toSorted()).toEqual([
      'POST /api/retell/search-community-voice',
      'POST /api/retell/v2/list-agents',
      'POST /api/retell/v3/list-calls',
      'POST /api/retell/v3/list-chats',
      'POST /api/tendril-agentshub-management/v1/agentshub/agents/:id/prompt-preview',
      'POST /api/tendril-agentshub-management/v1/agentshub/batch-calls/preview',
      'POST load-prompt',
      'POST node-config',
      'POST prompts-list',
    ]);
    for (const { method, isRead, name, url } of routes(mine)) {
      if (name === 'GET mcp/:flowId') continue;
      const answer = await send('read', method, url);
      const isRefused = answer.statusCode === 403 && answer.body.includes('is read-only');
      expect([name, isRefused]).toEqual([name, !isRead]);
    }
  });

  it('chosen flows: opens what uses and reads these flows, by the reviewed list', async () => {
    const opened = new Set<string>();
    for (const { method, name, url } of routes(mine)) {
      const answer = await send('flows', method, url, method === 'GET' ? undefined : {});
      if (!answer.body.includes('is limited to selected flows')) opened.add(name);
    }
    expect([...opened].toSorted()).toEqual([...openToFlows].toSorted());
  });

  it('secrets: opens their names and their forms and nothing else, and no other key opens the names', async () => {
    const opened = new Set<string>();
    for (const { method, name, url } of routes(mine)) {
      const answer = await send('credentials', method, url, method === 'GET' ? undefined : {});
      if (!answer.body.includes('for storing secrets only')) opened.add(name);
    }
    const stored = ['DELETE credentials/:id', 'GET credentials', 'POST credentials'];
    const forms = ['GET components-credentials', 'GET components-credentials/:name'];
    expect([...opened].toSorted()).toEqual([...stored, ...forms].toSorted());
    for (const scope of ['full', 'read', 'flows'])
      for (const name of stored) {
        const [method = '', path = ''] = name.split(' ');
        const url = `${publicPrefix}/${path.replace(':id', 'x')}`;
        expect([scope, name, (await send(scope, method, url)).statusCode]).toEqual([scope, name, 403]);
      }
  });

  it('secrets: stores one, lists its name and deletes it, without reading anything of its value', async () => {
    const value = 'sk-of-the-harbour-9876';
    const given = { name: 'Harbour', credentialName: 'openAIApi', plainDataObj: { openAIApiKey: value } };
    const made = await send('credentials', 'POST', `${publicPrefix}/credentials`, given);
    expect(made.statusCode, made.body).toBe(200);
    const { id } = made.json();
    const url = `${publicPrefix}/credentials?credentialName=openAIApi&credentialName=pineconeApi`;
    const listed = await send('credentials', 'GET', url);
    expect(listed.json()).toEqual([
      expect.objectContaining({ id, name: 'Harbour', credentialName: 'openAIApi', hint: '', usedBy: [] }),
    ]);
    for (const answer of [made, listed]) expect(answer.body).not.toContain('9876');
    const read = await send('credentials', 'GET', `${studioPrefix}/credentials/${id}`);
    const change = { plainDataObj: { openAIApiKey: 'sk-other' }, hosts: ['https://evil.example'] };
    const changed = await send('credentials', 'PUT', `${studioPrefix}/credentials/${id}`, change);
    expect([read.statusCode, changed.statusCode]).toEqual([403, 403]);
    const removed = await send('credentials', 'DELETE', `${publicPrefix}/credentials/${id}`);
    expect(removed.json()).toEqual({ usedBy: [], affected: 1 });
  });

  it('chosen flows: is refused for every other flow, wherever the flow is named', async () => {
    for (const { method, name, url } of routes(other)) {
      if (!/:(id|flowId|chatflowId|chatflowid)\b/.test(name) || namesNoFlow.has(name)) continue;
      const answer = await send('flows', method, url, method === 'GET' ? undefined : {});
      expect([name, answer.statusCode]).toEqual([name, 403]);
    }
    const named: [string, string, object | undefined][] = [
      ['POST', '/v1/chat/completions', { model: other, messages: [{ role: 'user', content: 'Hi' }] }],
      ['POST', '/v1/chat/completions', { model: 'Other', messages: [{ role: 'user', content: 'Hi' }] }],
      [
        'POST',
        `${studioPrefix}/leads`,
        { chatflowid: other, chatId: 'c', name: 'N', email: 'a@example.com' },
      ],
      [
        'POST',
        `${studioPrefix}/text-to-speech/generate`,
        { chatflowId: other, chatId: 'c', chatMessageId: 'm', text: 'x' },
      ],
      [
        'POST',
        `${studioPrefix}/text-to-speech/abort`,
        { chatflowId: other, chatId: 'c', chatMessageId: 'm' },
      ],
      [
        'POST',
        `${studioPrefix}/openai-assistants-file/download`,
        { fileName: 'f', chatflowId: other, chatId: 'c' },
      ],
      ['GET', `${studioPrefix}/get-upload-file?chatflowId=${other}&chatId=c&fileName=f`, undefined],
    ];
    for (const [method, url, payload] of named)
      expect([url, (await send('flows', method, url, payload)).statusCode]).toEqual([url, 403]);
    const models = (await send('flows', 'GET', '/v1/models')).json();
    expect(models.data.map(({ id }: { id: string }) => id)).toEqual([mine]);
    expect((await send('flows', 'GET', '/v1/models/Other')).statusCode).toBe(404);
  });

  it('chosen flows and all: run the flow they are for', async () => {
    for (const scope of ['flows', 'full']) {
      const answer = await send(scope, 'POST', `${publicPrefix}/prediction/${mine}`, { question: 'Hello' });
      expect([scope, answer.statusCode]).toEqual([scope, 200]);
    }
    expect(
      (await send('full', 'POST', `${publicPrefix}/prediction/${other}`, { question: 'Hi' })).statusCode,
    ).toBe(200);
  });

  it.each([
    [{ scope: 'flows' }, 'flowIds'],
    [{ scope: 'flows', flowIds: ['none'] }, 'flowIds.0'],
    [{ scope: 'read', flowIds: ['f'] }, 'flowIds'],
    [{ expiresAt: 1 }, 'expiresAt'],
    [{ scope: 'admin' }, 'scope'],
    [{ keyHash: 'x' }, 'keyHash'],
  ])('refuses to make %j by its field', async (payload, path) => {
    const answer = await post(payload);
    expect([answer.statusCode, answer.json().details[0].path]).toEqual([400, path]);
  });

  it('ends with its time: 401, and the day it ended', async () => {
    const expiresAt = Date.now() + 60_000;
    keys['short'] = await make({ expiresAt });
    expect((await send('short', 'GET', `${studioPrefix}/chatflows`)).statusCode).toBe(200);
    vi.useFakeTimers({ toFake: ['Date'], now: expiresAt });
    const late = await send('short', 'GET', `${studioPrefix}/chatflows`);
    const day = new Date(expiresAt).toISOString().slice(0, 10);
    expect([late.statusCode, late.json().message]).toEqual([401, `This API key expired on ${day}.`]);
  });

  it('is noted as used at most once a minute', async () => {
    keys['noted'] = await make({});
    const keyHash = createHash('sha256')
      .update(keys['noted'] ?? '')
      .digest('hex');
    const lastUse = async () => {
      const row = app.infrastructure.db
        .selectFrom('api_key')
        .select('lastUsedAt')
        .where('keyHash', '=', keyHash);
      return (await row.executeTakeFirst())?.lastUsedAt;
    };
    const use = (now: number) => {
      vi.useFakeTimers({ toFake: ['Date'], now });
      return send('noted', 'GET', `${studioPrefix}/chatflows`);
    };
    const start = Date.now();
    await use(start);
    expect(await lastUse()).toBe(start);
    await use(start + 59_000);
    expect(await lastUse()).toBe(start);
    await use(start + 60_000);
    expect(await lastUse()).toBe(start + 60_000);
  });
});
