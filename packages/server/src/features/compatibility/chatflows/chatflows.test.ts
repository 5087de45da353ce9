import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../../testing/databases.ts';
import { gatedFlow } from '../../../testing/flow-fixtures.ts';
import { gatedCatalogue } from '../../../testing/gated-catalogue.ts';
import { type KeyHolder, makeKey } from '../../../testing/other-workspace.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts';

const url = '/api/v1/chatflows';

describe.each(databases)('flows in the form of Flowise on %s', (database) => {
  let app: TestApp;
  let user: TestUser;
  let key: KeyHolder;
  let flowData: string;

  beforeAll(async () => {
    app = await createTestApp({ database, catalogue: gatedCatalogue().catalogue });
    user = await app.signIn();
    key = await makeKey(app, user.caller.workspaceId);
    flowData = JSON.stringify(await gatedFlow(user));
  });
  afterAll(() => app.close());

  const post = (payload: object) => key.inject({ method: 'POST', url, payload });

  it('are made, read, changed, listed and deleted with a key, each save published', async () => {
    const made = await post({ name: 'One', flowData, type: 'CHATFLOW', id: 'mine', createdDate: 'x' });
    expect(made.statusCode, made.body).toBe(200);
    const { id } = made.json();
    expect(made.json()).toMatchObject({ name: 'One', type: 'CHATFLOW', isPublic: false, apikeyid: null });
    expect(id).not.toBe('mine');
    const row = (await key.inject({ method: 'GET', url: `${url}/${id}` })).json();
    expect(JSON.parse(row.flowData).nodes).toHaveLength(1);
    expect(new Date(row.createdDate).toISOString()).toBe(row.createdDate);
    const changed = await key.inject({
      method: 'PUT',
      url: `${url}/${id}`,
      payload: { ...row, name: 'Two' },
    });
    expect(changed.json()).toMatchObject({ id, name: 'Two' });
    const detail = (await user.inject({ method: 'GET', url: `/api/agent-studio/v1/flows/${id}` })).json();
    expect(detail).toMatchObject({ status: 'live', liveVersion: 2, draftVersion: 2 });
    expect((await key.inject({ method: 'GET', url })).json()).toHaveLength(1);
    const page = (await key.inject({ method: 'GET', url: `${url}?page=1&limit=1&type=MULTIAGENT` })).json();
    expect(page).toEqual({ data: [], total: 0 });
    expect((await key.inject({ method: 'DELETE', url: `${url}/${id}` })).json()).toEqual({ affected: 1 });
    expect((await key.inject({ method: 'GET', url: `${url}/${id}` })).statusCode).toBe(404);
  });

  it('lists by type only those of that type, and keeps the type of an agent flow', async () => {
    const made: Record<string, string> = {};
    for (const type of ['CHATFLOW', 'MULTIAGENT', 'AGENTFLOW']) {
      const answer = await post({ name: type, type, flowData: '{"nodes":[],"edges":[]}' });
      expect(answer.json()).toMatchObject({ type });
      made[type] = answer.json().id;
    }
    for (const type of Object.keys(made)) {
      const list = (await key.inject({ method: 'GET', url: `${url}?type=${type}` })).json();
      expect(list.map((row: { name: string }) => row.name)).toEqual([type]);
      const own = (
        await user.inject({ method: 'GET', url: `/api/agent-studio/v1/flows?type=${type}` })
      ).json();
      expect(own).toMatchObject({ data: [{ name: type, type }], counts: { all: 1 } });
    }
    for (const id of Object.values(made)) await key.inject({ method: 'DELETE', url: `${url}/${id}` });
  });

  it.each([
    ['{', 'flowData'],
    ['[]', 'flowData'],
    ['{"nodes":[{"id":"a"}],"edges":[]}', 'flowData.nodes.0.position'],
    [`{"nodes":[],"edges":[],"x":${'['.repeat(200)}${']'.repeat(200)}}`, 'flowData'],
    ['{"nodes":[],"edges":[],"__proto__":{"polluted":1}}', 'flowData.__proto__'],
  ])('P-06: refuse the flow data %s by its path', async (text, path) => {
    const answer = await post({ name: 'Bad', flowData: text });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().details[0].path).toBe(path);
  });

  it('refuse settings that are no JSON, and keys of nobody', async () => {
    expect((await post({ name: 'Bad', flowData, chatbotConfig: '{' })).json().details[0].path).toBe(
      'chatbotConfig',
    );
    expect((await post({ name: 'Bad', flowData, apikeyid: 'nobody' })).statusCode).toBe(404);
  });

  it('ask for a session or a key', async () => {
    for (const method of ['GET', 'POST', 'PUT', 'DELETE'] as const) {
      expect(
        (await app.inject({ method, url: method === 'GET' || method === 'POST' ? url : `${url}/x` }))
          .statusCode,
      ).toBe(401);
    }
  });
});
