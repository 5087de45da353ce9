import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../../testing/databases.ts';
import { makeFlow, studio, talkingFlow } from '../../../testing/flow-fixtures.ts';
import { makeKey } from '../../../testing/other-workspace.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts';

const url = `${studio}/apikey`;

describe.each(databases)('API keys on %s', (database) => {
  let app: TestApp;
  let user: TestUser;

  beforeAll(async () => {
    app = await createTestApp({ database });
    user = await app.signIn();
  });
  afterAll(() => app.close());

  const make = async () => (await user.inject({ method: 'POST', url, payload: { keyName: 'CI' } })).json();
  const list = (key: string) =>
    app.inject({ method: 'GET', url: `${studio}/tools`, headers: { authorization: `Bearer ${key}` } });

  it('ATK-062: are shown once, kept as a hash, and worth nothing when changed by a character or deleted', async () => {
    const { id, apiKey, hint } = await make();
    expect((await list(apiKey)).statusCode).toBe(200);
    expect(hint.endsWith(apiKey.slice(-4))).toBe(true);
    const listed = await user.inject({ method: 'GET', url });
    const rows = await app.infrastructure.db.selectFrom('api_key').selectAll().execute();
    for (const text of [listed.body, JSON.stringify(rows)]) expect(text).not.toContain(apiKey);
    const flipped = apiKey.slice(0, -1) + (apiKey.endsWith('A') ? 'B' : 'A');
    for (const wrong of [flipped, apiKey.slice(0, -1), '']) expect((await list(wrong)).statusCode).toBe(401);
    expect((await user.inject({ method: 'DELETE', url: `${url}/${id}` })).statusCode).toBe(204);
    expect((await list(apiKey)).statusCode).toBe(401);
  });

  it('are renamed, and name the flows bound to them', async () => {
    const { id } = await make();
    const flowId = await makeFlow(user, await talkingFlow(user), 'Bound');
    await user.inject({ method: 'PATCH', url: `${studio}/flows/${flowId}`, payload: { apikeyid: id } });
    const renamed = await user.inject({ method: 'PUT', url: `${url}/${id}`, payload: { keyName: 'Deploy' } });
    expect(renamed.json()).toMatchObject({
      keyName: 'Deploy',
      chatFlows: [{ id: flowId, flowName: 'Bound' }],
    });
  });

  it('cannot make keys, and are not there for another workspace', async () => {
    const outsider = await makeKey(app);
    expect((await outsider.inject({ method: 'POST', url, payload: { keyName: 'x' } })).statusCode).toBe(403);
    const foreign = await user.inject({ method: 'DELETE', url: `${url}/${outsider.keyId}` });
    expect(foreign.statusCode).toBe(404);
    expect((await user.inject({ method: 'POST', url, payload: { keyName: '  ' } })).statusCode).toBe(400);
  });
});
