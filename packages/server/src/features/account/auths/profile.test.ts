import {
  changePassword,
  endOtherSessions,
  listSessions,
  login,
  readPreferences,
  readProfile,
  switchWorkspace,
  updateProfile,
} from '@tendril/contract/api/auths';
import { studioPrefix } from '@tendril/contract/api/prefixes';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { accessCookie } from '../../../platform/http/session.ts';
import { databases } from '../../../testing/databases.ts';
import { gatedFlow, makeFlow } from '../../../testing/flow-fixtures.ts';
import { gatedCatalogue } from '../../../testing/gated-catalogue.ts';
import { createTestApp, owner, type TestApp, type TestUser } from '../../../testing/test-app.ts';
import { createWorkspaceService } from '../people/workspaces.ts';

const newPassword = 'quite another password';

describe.each(databases)('the own account on %s', (database) => {
  let app: TestApp;
  let user: TestUser;

  beforeEach(async () => {
    app = await createTestApp({ database });
    user = await app.signIn();
  });
  afterEach(() => app.close());

  const put = (url: string, payload: object) => user.inject({ method: 'PUT', url, payload });
  const isIn = async (one: TestUser) => (await one.inject({ url: readPreferences.path })).statusCode === 200;
  const signIn = (password: string, email = owner.email) =>
    app.inject({ method: 'POST', url: login.path, payload: { email, password } });

  it('ATK-052: another password wants the present one and ends every other session at once', async () => {
    const other = await app.signIn();
    const wrong = await put(changePassword.path, { currentPassword: 'not it', newPassword });
    expect([wrong.statusCode, wrong.json().details[0].path]).toEqual([400, 'currentPassword']);
    expect(await isIn(other)).toBe(true);
    const right = await put(changePassword.path, { currentPassword: owner.password, newPassword });
    expect(right.statusCode).toBe(204);
    expect([await isIn(user), await isIn(other)]).toEqual([true, false]);
    expect([(await signIn(owner.password)).statusCode, (await signIn(newPassword)).statusCode]).toEqual([
      401, 200,
    ]);
  });

  it('ATK-049: the tenth wrong present password of a minute is refused unseen', async () => {
    for (let attempt = 0; attempt < 9; attempt += 1)
      await put(changePassword.path, { currentPassword: `wrong ${attempt}`, newPassword });
    expect(
      (await put(changePassword.path, { currentPassword: owner.password, newPassword })).statusCode,
    ).toBe(429);
  });

  it('a name changes by itself, another email wants the password and signs in from then on', async () => {
    expect((await put(updateProfile.path, { name: 'Ada L.', email: owner.email })).json()).toEqual({
      data: { name: 'Ada L.', email: owner.email },
    });
    const email = 'ada@example.com';
    for (const currentPassword of [undefined, 'wrong'])
      expect(
        (await put(updateProfile.path, { name: 'Ada', email, currentPassword })).json().details[0].path,
      ).toBe('currentPassword');
    await put(updateProfile.path, { name: 'Ada', email, currentPassword: owner.password });
    expect((await signIn(owner.password, email)).statusCode).toBe(200);
    expect((await put(updateProfile.path, { name: 'A', email, role: 'x' })).statusCode).toBe(400);
  });

  it('lists its sessions with where they come from, and ends one or all the others', async () => {
    const [second, third] = [await app.signIn(), await app.signIn()];
    const sessions = (await user.inject({ url: listSessions.path })).json();
    expect(sessions).toHaveLength(3);
    const own = sessions.find(({ isCurrent }: { isCurrent: boolean }) => isCurrent);
    expect(own).toMatchObject({ id: user.caller.familyId, address: '127.0.0.1', agent: 'lightMyRequest' });
    await user.inject({ method: 'DELETE', url: `${listSessions.path}/${second.caller.familyId}` });
    expect([await isIn(second), await isIn(third)]).toEqual([false, true]);
    await user.inject({ method: 'DELETE', url: endOtherSessions.path });
    expect([await isIn(third), await isIn(user)]).toEqual([false, true]);
    const strange = await user.inject({
      method: 'DELETE',
      url: `${listSessions.path}/${second.caller.familyId}`,
    });
    expect(strange.statusCode).toBe(404);
  });

  it('goes on in another workspace of its own in a new session, and into no other', async () => {
    const { id } = await createWorkspaceService(app.infrastructure).add('Second', owner.email);
    const elsewhere = await createWorkspaceService(app.infrastructure).add('Elsewhere', 'b@example.com');
    await user.inject({
      method: 'POST',
      url: `${studioPrefix}/variables`,
      payload: { name: 'here', value: 'x' },
    });
    const refused = await user.inject({
      method: 'POST',
      url: switchWorkspace.path,
      payload: { workspaceId: elsewhere.id },
    });
    expect(refused.statusCode).toBe(404);
    const moved = await user.inject({
      method: 'POST',
      url: switchWorkspace.path,
      payload: { workspaceId: id },
    });
    const cookies = Object.fromEntries(moved.cookies.map(({ name, value }) => [name, value]));
    expect(cookies[accessCookie]).not.toBe(user.cookies[accessCookie]);
    expect((await app.inject({ url: `${studioPrefix}/variables`, cookies })).json()).toEqual([]);
    expect((await app.inject({ url: readProfile.path, cookies })).json().workspaces).toEqual([
      { id: user.caller.workspaceId, name: "Ada Owner's workspace", isCurrent: false },
      { id, name: 'Second', isCurrent: true },
    ]);
    expect(await isIn(user)).toBe(false);
    expect((await app.signIn()).caller.workspaceId).toBe(id);
  });
});

describe('a session that ends', () => {
  it('ATK-052: closes the streams it has open', async () => {
    const { catalogue } = gatedCatalogue();
    const app = await createTestApp({ catalogue });
    const user = await app.signIn();
    const other = await app.signIn();
    const url = await app.listen();
    const id = await makeFlow(other, await gatedFlow(other));
    const answer = await fetch(`${url}${studioPrefix}/flows/${id}/runs`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        cookie: Object.entries(other.cookies)
          .map(([name, value]) => `${name}=${value}`)
          .join('; '),
        'x-csrf-token': other.cookies['csrf_token'] ?? '',
      },
      body: JSON.stringify({ question: 'Hello', chatId: 'c1' }),
    });
    expect(answer.status).toBe(200);
    const whole = answer.text();
    await user.inject({
      method: 'PUT',
      url: changePassword.path,
      payload: { currentPassword: owner.password, newPassword },
    });
    expect(await whole).not.toContain('run-end');
    await app.close();
  });
});
