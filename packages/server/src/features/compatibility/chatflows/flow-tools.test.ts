import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../../testing/databases.ts';
import { makeFlow, studio, talkingFlow } from '../../../testing/flow-fixtures.ts';
import { type KeyHolder, makeKey } from '../../../testing/other-workspace.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts';

describe.each(databases)("Flowise's routes around flows on %s", (database) => {
  let app: TestApp;
  let user: TestUser;
  let key: KeyHolder;
  let elsewhere: KeyHolder;
  let free: string;
  let bound: string;

  beforeAll(async () => {
    app = await createTestApp({ database });
    user = await app.signIn();
    key = await makeKey(app, user.caller.workspaceId);
    elsewhere = await makeKey(app);
    free = await makeFlow(user, await talkingFlow(user), 'Free');
    bound = await makeFlow(user, await talkingFlow(user), 'Bound');
    const payload = { apikeyid: key.keyId };
    await user.inject({ method: 'PATCH', url: `${studio}/flows/${bound}/settings`, payload });
  });
  afterAll(() => app.close());

  const get = (url: string, by: { inject: KeyHolder['inject'] } = key) =>
    by.inject({ url: `/api/v1/${url}` });
  const post = (url: string, payload: object) =>
    key.inject({ method: 'POST', url: `/api/v1/${url}`, payload });

  it('a key is verified by its address, without any other sign of who asks', async () => {
    const right = await get(`verify/apikey/${key.key}`, app);
    expect([right.statusCode, right.json()]).toEqual([200, 'OK']);
    const wrong = await get('verify/apikey/tdl_none', app);
    expect([wrong.statusCode, wrong.json()]).toEqual([
      401,
      expect.objectContaining({ statusCode: 401, success: false, message: 'Unauthorized' }),
    ]);
  });

  it('a key in an address does not come into the log', async () => {
    const lines: string[] = [];
    const log = pino({ level: 'trace' }, { write: (line) => void lines.push(line) });
    const logging = await createTestApp({ database, log });
    try {
      const address = await logging.listen();
      for (const route of ['verify/apikey', 'chatflows/apikey'])
        await (await fetch(`${address}/api/v1/${route}/tdl_never-to-be-written`)).text();
    } finally {
      await logging.close();
    }
    expect(lines.join('')).toContain('/api/v1/verify/apikey/:key');
    expect(lines.join('')).not.toContain('never-to-be-written');
  });

  it('a key shows the flows that are bound to it, and with them those that are bound to none', async () => {
    const names = async (url: string) =>
      (await get(url, app)).json().map(({ name }: { name: string }) => name);
    expect(await names(`chatflows/apikey/${key.key}`)).toEqual(['Bound', 'Free']);
    expect(await names(`chatflows/apikey/${key.key}?keyonly=true`)).toEqual(['Bound']);
    expect((await get(`chatflows/apikey/${elsewhere.key}`, app)).statusCode).toBe(404);
    expect((await get('chatflows/apikey/tdl_none', app)).statusCode).toBe(401);
    const made = async (payload: object) => {
      const answer = await user.inject({ method: 'POST', url: `${studio}/apikey`, payload });
      return answer.json().apiKey as string;
    };
    const some = await made({ keyName: 'Some', scope: 'flows', flowIds: [free] });
    expect(await names(`chatflows/apikey/${some}`)).toEqual(['Free']);
    const secrets = await made({ keyName: 'Secrets', scope: 'credentials' });
    expect((await get(`chatflows/apikey/${secrets}`, app)).statusCode).toBe(403);
  });

  it('a flow tells whether it was changed since it was read, and only its workspace', async () => {
    const { updatedDate } = (await get(`chatflows/${free}`)).json();
    const changed = async (at: string) => (await get(`chatflows/has-changed/${free}/${at}`)).json();
    expect(await changed(updatedDate)).toEqual({ hasChanged: false });
    expect(await changed('2020-01-01T00:00:00.000Z')).toEqual({ hasChanged: true });
    expect((await get(`chatflows/has-changed/${free}/yesterday`)).statusCode).toBe(400);
    expect((await get(`chatflows/has-changed/${free}/${updatedDate}`, elsewhere)).statusCode).toBe(404);
  });

  it('a flow is validated: its problems by their nodes, none for one that runs', async () => {
    expect((await get(`validation/${free}`)).json()).toEqual([]);
    const { nodes, edges } = await talkingFlow(user);
    const [node] = nodes;
    const lone = {
      ...node!,
      id: 'llmChain_9',
      data: { ...node!.data, id: 'llmChain_9', name: 'noSuchNode' },
    };
    const broken = await makeFlow(user, { nodes: [...nodes, lone], edges }, 'Broken');
    const issues = (await get(`validation/${broken}`, user)).json();
    expect(issues).toContainEqual({
      id: 'llmChain_9',
      label: lone.data.label,
      name: 'noSuchNode',
      issues: [expect.stringContaining('noSuchNode')],
    });
    const empty = await makeFlow(user, { nodes: [], edges: [] }, 'Empty');
    expect((await get(`validation/${empty}`, user)).json()).toEqual([
      { id: empty, label: 'Empty', name: 'CHATFLOW', issues: [expect.any(String)] },
    ]);
    expect((await get(`validation/${broken}`, elsewhere)).statusCode).toBe(404);
  });

  it('a node tells its parameters as its flow does', async () => {
    const rows = (await get(`flow-config/${free}`)).json();
    const [first] = rows;
    const { nodes } = JSON.parse((await get(`chatflows/${free}`)).json().flowData);
    const { data } = nodes.find(({ id }: { id: string }) => id === first.nodeId);
    const answer = await post('node-config', data);
    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.json()).toEqual(rows.filter(({ nodeId }: { nodeId: string }) => nodeId === first.nodeId));
    const unknown = {
      id: 'x_0',
      name: 'x',
      label: 'X',
      inputParams: [{ name: 'a', label: 'A', type: 'string' }],
    };
    expect((await post('node-config', unknown)).json()).toEqual([
      { node: 'X', nodeId: 'x_0', label: 'A', name: 'a', type: 'string' },
    ]);
  });

  it('nodes are listed by their category', async () => {
    const models = (await get('nodes/category/Chat%20Models')).json();
    expect(models.map(({ name }: { name: string }) => name)).toContain('chatOpenAI');
    expect(new Set(models.map(({ category }: { category: string }) => category))).toEqual(
      new Set(['Chat Models']),
    );
    expect((await get('nodes/category/None')).json()).toEqual([]);
  });

  it('kinds of secrets and their icons are there for programs', async () => {
    expect((await get('components-credentials/openAIApi')).json()).toMatchObject({ name: 'openAIApi' });
    const icon = await get('components-credentials-icon/openAIApi');
    expect(icon.headers).toMatchObject({ 'content-type': 'image/svg+xml' });
    expect(icon.body).toMatch(/^<svg /);
    for (const name of ['none', '__proto__'])
      expect((await get(`components-credentials-icon/${name}`)).statusCode).toBe(404);
  });

  it('code runs in the sandbox, and its answer is what it returned', async () => {
    const run = (javascriptFunction: string, functionInputVariables?: unknown) =>
      post('node-custom-function', { functionName: 'f', javascriptFunction, functionInputVariables });
    expect((await run('return $a + $b', { a: 1, b: 2 })).json()).toBe(3);
    expect((await run('return `Hello ${$name}`', '{"name":"Ann"}')).json()).toBe('Hello Ann');
    expect((await run('return $nobody ?? "none"')).json()).toBe('none');
    expect((await run('return typeof process')).json()).toBe('undefined');
    const failed = await run('throw new Error("no luck")');
    expect([failed.statusCode, failed.json().message]).toEqual([422, expect.stringContaining('no luck')]);
    for (const given of ['[1]', '{', { 'a b': 1 }])
      expect((await run('return 1', given)).json()).toMatchObject({ code: 'INVALID_INPUT' });
  });
});
