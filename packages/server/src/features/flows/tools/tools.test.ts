import type { StoredToolAnswer } from '@tendril/contract/api/tools';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../../testing/databases.ts';
import { studio } from '../../../testing/flow-fixtures.ts';
import { makeKey } from '../../../testing/other-workspace.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts';

describe.each(databases)('custom tools and variables on %s', (database) => {
  let app: TestApp;
  let user: TestUser;

  beforeAll(async () => {
    app = await createTestApp({ database });
    user = await app.signIn();
  });
  afterAll(() => app.close());

  it('tools are made, changed, read by key, and deleted', async () => {
    const url = `${studio}/tools`;
    const payload = {
      name: 'add_up',
      description: 'Adds.',
      schema: '[{"property":"a","type":"number"}]',
      func: 'return $a;',
    };
    const made = (await user.inject({ method: 'POST', url, payload })).json();
    expect(made).toMatchObject({ ...payload, color: '', iconSrc: '' });
    const changed = await user.inject({
      method: 'PUT',
      url: `${url}/${made.id}`,
      payload: { description: 'Sums.' },
    });
    expect(changed.json()).toMatchObject({ name: 'add_up', description: 'Sums.', func: 'return $a;' });
    const key = await makeKey(app, user.caller.workspaceId);
    expect((await key.inject({ method: 'GET', url: `/api/v1/tools/${made.id}` })).json().name).toBe('add_up');
    const outsider = await makeKey(app);
    for (const method of ['GET', 'PUT', 'DELETE'] as const) {
      const answer = await outsider.inject({
        method,
        url: `/api/v1/tools/${made.id}`,
        ...(method === 'PUT' && { payload: {} }),
      });
      expect([method, answer.statusCode]).toEqual([method, 404]);
    }
    expect((await user.inject({ method: 'DELETE', url: `${url}/${made.id}` })).statusCode).toBe(204);
    expect((await user.inject({ method: 'GET', url: `${url}/${made.id}` })).statusCode).toBe(404);
  });

  it('show which flows use them, when one last ran, and whether it failed', async () => {
    const starter = await user.inject({
      method: 'POST',
      url: `${studio}/flows/starters/appointment-agent`,
      payload: {},
    });
    expect(starter.statusCode, starter.body).toBe(201);
    const flow = starter.json();
    const find = async (name: string): Promise<StoredToolAnswer | undefined> => {
      const all = (await user.inject({ method: 'GET', url: `${studio}/tools` })).json<StoredToolAnswer[]>();
      return all.find((tool) => tool.name === name);
    };
    expect(await find('list_free_times')).toMatchObject({
      usedBy: [{ id: flow.id, name: flow.name }],
      lastRunAt: null,
    });
    await user.inject({
      method: 'POST',
      url: `${studio}/internal-prediction/${flow.id}`,
      payload: { question: 'Which times are free on 2026-05-29?' },
    });
    await expect.poll(async () => (await find('list_free_times'))?.lastRunAt).toBeGreaterThan(0);
    expect((await find('list_free_times'))?.lastRunFailed).toBe(false);
  });

  it.each([
    [{ name: 'has space', description: 'x' }, 'name'],
    [{ name: 'ok', description: '' }, 'description'],
    [{ name: 'ok', description: 'x', schema: '{"a":1}' }, 'schema'],
    [{ name: 'ok', description: 'x', schema: '[' }, 'schema'],
    [{ name: 'ok', description: 'x', workspaceId: 'y' }, 'workspaceId'],
  ])('a tool %j is refused by its field', async (payload, path) => {
    const answer = await user.inject({ method: 'POST', url: `${studio}/tools`, payload });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().details[0].path).toBe(path);
  });

  it('variables have names of their own in their workspace', async () => {
    const url = `${studio}/variables`;
    const made = (
      await user.inject({ method: 'POST', url, payload: { name: 'town', value: 'Oslo' } })
    ).json();
    expect(made).toMatchObject({ name: 'town', value: 'Oslo', type: 'static' });
    expect((await user.inject({ method: 'POST', url, payload: { name: 'town' } })).statusCode).toBe(409);
    const other = (await user.inject({ method: 'POST', url, payload: { name: 'land' } })).json();
    expect(
      (await user.inject({ method: 'PUT', url: `${url}/${other.id}`, payload: { name: 'town' } })).statusCode,
    ).toBe(409);
    expect(
      (
        await user.inject({
          method: 'PUT',
          url: `${url}/${made.id}`,
          payload: { name: 'town', value: 'Bergen' },
        })
      ).json().value,
    ).toBe('Bergen');
    expect((await user.inject({ method: 'POST', url, payload: { name: '1x' } })).statusCode).toBe(400);
    const outsider = await makeKey(app);
    expect((await outsider.inject({ method: 'POST', url, payload: { name: 'town' } })).statusCode).toBe(200);
    expect((await outsider.inject({ method: 'DELETE', url: `${url}/${made.id}` })).statusCode).toBe(404);
    expect((await user.inject({ method: 'DELETE', url: `${url}/${made.id}` })).statusCode).toBe(204);
  });
});
