import { createCallView, type SavedCallView } from '@tendril/contract/api/call-views';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../../testing/databases.ts';
import { signInElsewhere } from '../../../testing/other-workspace.ts';
import { type JoinedUser, signInAs } from '../../../testing/sign-in-as.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts';

const url = createCallView.path;
const unhappy = { name: 'Unhappy', filter: { sentiment: 'Negative', direction: 'inbound' }, isShared: false };

describe.each(databases)('saved views of calls on %s', (database) => {
  let app: TestApp;
  let user: TestUser;
  let colleague: JoinedUser;

  beforeAll(async () => {
    app = await createTestApp({ database });
    user = await app.signIn();
    colleague = await signInAs(app, user, 'viewer');
  });
  afterAll(() => app.close());

  const list = async (who: Pick<TestUser, 'inject'>) =>
    (await who.inject({ url })).json<{ data: SavedCallView[] }>().data;
  const save = async (payload: object) =>
    (await user.inject({ method: 'POST', url, payload })).json<{ data: SavedCallView }>().data;

  it('follow the person, and reach colleagues only when they are shared', async () => {
    const view = await save(unhappy);
    expect(view).toMatchObject({ ...unhappy, isOwn: true });
    expect((await list(user)).map(({ name }) => name)).toContain('Unhappy');
    expect(await list(colleague)).toEqual([]);
    const changed = await user.inject({
      method: 'PUT',
      url: `${url}/${view.id}`,
      payload: { isShared: true },
    });
    expect(changed.json<{ data: SavedCallView }>().data).toMatchObject({ name: 'Unhappy', isShared: true });
    expect(await list(colleague)).toMatchObject([{ id: view.id, isOwn: false, filter: unhappy.filter }]);
  });

  it('are changed and deleted only by who made them, and are nothing to another workspace', async () => {
    const { id } = await save({ ...unhappy, name: 'Mine', isShared: true });
    const outsider = await signInElsewhere(app, user);
    for (const who of [colleague, outsider]) {
      const put = await who.inject({ method: 'PUT', url: `${url}/${id}`, payload: { name: 'Taken' } });
      const deleted = await who.inject({ method: 'DELETE', url: `${url}/${id}` });
      expect([put.statusCode, deleted.statusCode]).toEqual([404, 404]);
    }
    expect(await list(outsider)).toEqual([]);
    expect((await list(user)).find((view) => view.id === id)?.name).toBe('Mine');
    expect((await user.inject({ method: 'DELETE', url: `${url}/${id}` })).statusCode).toBe(204);
    expect((await list(user)).some((view) => view.id === id)).toBe(false);
  });

  it('refuse what no list can be narrowed by, with the name of the field', async () => {
    const cases: [object, string][] = [
      [{ ...unhappy, filter: { workspaceId: 'x' } }, 'filter'],
      [{ ...unhappy, filter: { search: 'x'.repeat(201) } }, 'filter.search'],
      [{ ...unhappy, name: ' ' }, 'name'],
      [{ ...unhappy, userId: 'another' }, 'userId'],
    ];
    for (const [payload, field] of cases) {
      const answer = await user.inject({ method: 'POST', url, payload });
      expect([answer.statusCode, answer.body]).toEqual([400, expect.stringContaining(field)]);
    }
  });
});
