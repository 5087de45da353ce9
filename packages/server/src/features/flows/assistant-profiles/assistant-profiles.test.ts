import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../../testing/databases.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts';

const url = '/api/core/v1/assistant-profiles';

describe.each(databases)('assistant profiles on %s', (database) => {
  let app: TestApp;
  let user: TestUser;

  beforeAll(async () => {
    app = await createTestApp({ database });
    user = await app.signIn();
  });
  afterAll(() => app.close());

  const post = (payload: unknown) => user.inject({ method: 'POST', url, payload: payload as object });

  it('API-06, API-07, ENT-05, SP-03: an arbitrary body comes back untouched, and is in the list', async () => {
    const body = {
      colour: 'teal',
      deep: { list: [1, null, { a: '' }] },
      'odd key': false,
      updatedAt: 'mine',
    };
    const made = await post(body);
    expect(made.statusCode, made.body).toBe(201);
    const { id, ...rest } = made.json().data;
    expect(rest).toEqual(body);
    const second = await post({ name: 'Named', description: null, details: [1, 2] });
    const list = (await user.inject({ url })).json();
    expect(list).toEqual({ data: [{ id, ...body }, second.json().data] });
    expect((await user.inject({ url: `${url}/${id}` })).json().data).toEqual({ id, ...body });
  });

  it.each(['PUT', 'PATCH'] as const)(
    'API-08, SP-05: %s changes the fields that are sent and leaves the others',
    async (method) => {
      const { id } = (await post({ name: 'Before', kept: { a: 1 }, gone: 'x' })).json().data;
      const changed = await user.inject({
        method,
        url: `${url}/${id}`,
        payload: { name: 'After', gone: null, id: 'other' },
      });
      expect([changed.statusCode, changed.json().data]).toEqual([
        200,
        { id, name: 'After', kept: { a: 1 }, gone: null },
      ]);
      expect((await user.inject({ url: `${url}/${id}` })).json().data).toEqual(changed.json().data);
      const missing = await user.inject({ method, url: `${url}/nobody`, payload: {} });
      expect(missing.statusCode).toBe(404);
    },
  );

  it('an id that is sent is kept; one that is taken, anywhere, gets a new one', async () => {
    expect((await post({ id: 'mine' })).json().data.id).toBe('mine');
    expect((await post({ id: 'mine' })).json().data.id).not.toBe('mine');
  });

  it.each([
    [{ name: 5 }, 'name'],
    [{ name: 'x'.repeat(201) }, 'name'],
    [{ description: {} }, 'description'],
    [{ id: 'no spaces here' }, 'id'],
    ['{"__proto__":{"a":1}}', '__proto__'],
  ])('refuse %j by its field', async (payload, path) => {
    const answer = await user.inject({
      method: 'POST',
      url,
      payload,
      headers: { 'content-type': 'application/json' },
    });
    expect([answer.statusCode, answer.json().details[0].path]).toEqual([400, path]);
  });

  it('refuse a body that is no object', async () => {
    expect((await post([1])).statusCode).toBe(400);
  });

  it('ATK-067: to another workspace they do not exist; nobody sees them signed out', async () => {
    const { id } = (await post({ name: 'Hidden' })).json().data;
    await app.infrastructure.db
      .updateTable('assistant_profile')
      .set({ workspaceId: 'elsewhere' })
      .where('id', '=', id)
      .execute();
    expect((await user.inject({ url })).body).not.toContain('Hidden');
    for (const method of ['GET', 'PUT', 'PATCH', 'DELETE'] as const) {
      const request = { method, url: `${url}/${id}`, ...(method.startsWith('P') && { payload: {} }) };
      expect([method, (await user.inject(request)).statusCode]).toEqual([method, 404]);
    }
    expect((await app.inject({ url })).statusCode).toBe(401);
  });

  it('are deleted', async () => {
    const { id } = (await post({})).json().data;
    expect((await user.inject({ method: 'DELETE', url: `${url}/${id}` })).statusCode).toBe(204);
    expect((await user.inject({ url: `${url}/${id}` })).statusCode).toBe(404);
  });
});
