import { listApiKeys } from '@tendril/contract/api/api-keys';
import { acceptInvitation, authStatus, readProfile } from '@tendril/contract/api/auths';
import { listChatflows } from '@tendril/contract/api/chatflows';
import {
  changePersonRole,
  createInvitation,
  listInvitations,
  listPeople,
} from '@tendril/contract/api/people';
import { createVariable, listVariables } from '@tendril/contract/api/variables';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { databases } from '../../../testing/databases.ts';
import { createTestApp, owner, type TestApp, type TestUser } from '../../../testing/test-app.ts';
import { createWorkspaceService } from './workspaces.ts';

const guest = { name: 'Grace Guest', email: 'grace@example.com', password: 'a guest of the house' };
const people = listPeople.path;

describe.each(databases)('people and invitations on %s', (database) => {
  let app: TestApp;
  let user: TestUser;

  beforeEach(async () => {
    app = await createTestApp({ database });
    user = await app.signIn();
  });
  afterEach(async () => {
    vi.useRealTimers();
    await app.close();
  });

  const invite = async (label = '') =>
    (await user.inject({ method: 'POST', url: createInvitation.path, payload: { label } })).json();
  const accept = (token: string, account: object = guest, remoteAddress = '127.0.0.1') =>
    app.inject({
      method: 'POST',
      url: acceptInvitation.path,
      payload: { token, ...account },
      remoteAddress,
    });
  const look = async (token: string) =>
    (await app.inject({ url: authStatus.path, query: { invite: token } })).json().invitation;
  const names = async () =>
    (await user.inject({ url: people })).json().map(({ name }: { name: string }) => name);
  const cookiesOf = (answer: Awaited<ReturnType<typeof accept>>) =>
    Object.fromEntries(answer.cookies.map(({ name, value }) => [name, value]));

  const sessionOf = (answer: Awaited<ReturnType<typeof accept>>) => {
    const cookies = cookiesOf(answer);
    const session = { cookies, headers: { 'x-csrf-token': cookies['csrf_token'] ?? '' } };
    const remove = (id: string | undefined) =>
      app.inject({ method: 'DELETE', url: `${people}/${id}`, ...session });
    return { session, remove };
  };

  it('a link shows where it leads, creates the account there and signs it in', async () => {
    const { token, label } = await invite('Grace');
    expect(label).toBe('Grace');
    expect(await look(token)).toMatchObject({
      workspaceName: "Ada Owner's workspace",
      invitedBy: owner.name,
    });
    const answer = await accept(token);
    expect([answer.statusCode, answer.json()]).toEqual([
      201,
      { data: { name: guest.name, email: guest.email } },
    ]);
    const profile = await app.inject({ url: readProfile.path, cookies: cookiesOf(answer) });
    expect(profile.json().workspaces).toEqual([
      { id: user.caller.workspaceId, name: "Ada Owner's workspace", isCurrent: true },
    ]);
    expect(await names()).toEqual([owner.name, guest.name]);
    expect((await user.inject({ url: listInvitations.path })).json()).toEqual([]);
  });

  it('SP-07: the session speaks of no role, and what one makes everybody as whom people join sees, changes and deletes', async () => {
    const { token } = await invite();
    const joined = sessionOf(await accept(token)).session;
    const cookies = joined.cookies;
    for (const by of [user, { inject: (o: object) => app.inject({ ...o, cookies }) }])
      expect((await by.inject({ url: readProfile.path })).body).not.toMatch(/role|permission/i);
    const payload = { name: 'town', value: 'Bergen', type: 'static' };
    const made = (await user.inject({ method: 'POST', url: createVariable.path, payload })).json();
    const seen = async () => (await app.inject({ url: listVariables.path, cookies })).json();
    expect(await seen()).toEqual((await user.inject({ url: listVariables.path })).json());
    expect(await seen()).toMatchObject([{ id: made.id, value: 'Bergen' }]);
    const url = `${listVariables.path}/${made.id}`;
    const changed = await app.inject({ method: 'PUT', url, payload: { value: 'Oslo' }, ...joined });
    expect([changed.statusCode, changed.json().value]).toEqual([200, 'Oslo']);
    expect((await app.inject({ method: 'DELETE', url, ...joined })).statusCode).toBeLessThan(300);
    expect((await user.inject({ url: listVariables.path })).json()).toEqual([]);
  });

  it('a link works once: of 20 people that open it at the same moment exactly one gets in', async () => {
    const { token } = await invite();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        accept(token, { ...guest, email: `guest${at}@example.com` }, `10.0.0.${at}`),
      ),
    );
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, ...Array(19).fill(404)]);
    expect(await names()).toHaveLength(2);
    expect(await app.infrastructure.db.selectFrom('user').select('id').execute()).toHaveLength(2);
    expect(await look(token)).toBeNull();
  });

  it('a link ends after seven days and when it is revoked, and its secret is kept as a hash', async () => {
    const [late, revoked] = [await invite(), await invite()];
    const rows = JSON.stringify(await app.infrastructure.db.selectFrom('invitation').selectAll().execute());
    expect(rows).not.toContain(late.token);
    await user.inject({ method: 'DELETE', url: `${listInvitations.path}/${revoked.id}` });
    expect((await accept(revoked.token)).statusCode).toBe(404);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 7 * 86_400_000 });
    expect((await accept(late.token)).statusCode).toBe(404);
    expect(await look(late.token)).toBeNull();
  });

  it('who has an account joins with its password, and with no other', async () => {
    const { token } = await invite();
    await accept(token);
    const second = await createWorkspaceService(app.infrastructure).add('Second', 'nobody@example.com');
    const wrong = await accept(second.token ?? '', { ...guest, password: 'not the password' });
    expect([wrong.statusCode, wrong.json().details[0].path]).toEqual([409, 'email']);
    const right = await accept(second.token ?? '');
    expect(right.statusCode).toBe(201);
    const profile = await app.inject({ url: readProfile.path, cookies: cookiesOf(right) });
    expect(profile.json().workspaces.map(({ name }: { name: string }) => name)).toEqual([
      "Ada Owner's workspace",
      'Second',
    ]);
  });

  it('ATK-053: an invitation takes no other field, and no weak password', async () => {
    const { token } = await invite();
    for (const extra of [
      { role: 'admin' },
      { workspaceId: 'x' },
      { password: 'short' },
      { password: 'password1234' },
    ])
      expect((await accept(token, { ...guest, ...extra })).statusCode).toBe(400);
    expect((await accept(token)).statusCode).toBe(201);
  });

  it('a removed person is out at once, may be invited again, and the last one stays', async () => {
    const { token } = await invite();
    const cookies = cookiesOf(await accept(token));
    const [, { id }] = (await user.inject({ url: people })).json();
    expect((await user.inject({ method: 'DELETE', url: `${people}/${id}` })).statusCode).toBe(204);
    expect((await app.inject({ url: readProfile.path, cookies })).statusCode).toBe(401);
    expect((await accept((await invite()).token)).statusCode).toBe(201);
    const [, again] = (await user.inject({ url: people })).json();
    await user.inject({ method: 'DELETE', url: `${people}/${again.id}` });
    const last = await user.inject({ method: 'DELETE', url: `${people}/${user.caller.userId}` });
    expect([last.statusCode, last.json().code]).toEqual([409, 'CONFLICT']);
    expect((await user.inject({ method: 'DELETE', url: `${people}/nobody` })).statusCode).toBe(404);
  });

  it('only the owner removes others: anybody else is refused, and may leave', async () => {
    const asGuest = sessionOf(await accept((await invite()).token));
    await accept((await invite()).token, { ...guest, email: 'second@example.com' }, '10.0.0.2');
    const members = (await user.inject({ url: people })).json() as { id: string; isOwner: boolean }[];
    expect(members.map(({ isOwner }) => isOwner)).toEqual([true, false, false]);
    const [ownerId, guestId, secondId] = members.map(({ id }) => id);
    for (const id of [ownerId, secondId]) {
      const refused = await asGuest.remove(id);
      expect([refused.statusCode, refused.json().code]).toEqual([403, 'FORBIDDEN']);
    }
    expect((await asGuest.remove(guestId)).statusCode).toBe(204);
    expect(await names()).toHaveLength(2);
  });

  it('who joined a workspace first owns it where the owner of the installation is not', async () => {
    const { token } = await createWorkspaceService(app.infrastructure).add('Second', guest.email);
    const first = sessionOf(await accept(token ?? ''));
    const made = await app.inject({
      method: 'POST',
      url: createInvitation.path,
      payload: { label: '' },
      ...first.session,
    });
    const second = sessionOf(await accept(made.json().token, { ...guest, email: 'late@example.com' }));
    const listed = (await app.inject({ url: people, ...first.session })).json();
    expect(listed.map(({ isOwner }: { isOwner: boolean }) => isOwner)).toEqual([true, false]);
    expect((await second.remove(listed[0].id)).statusCode).toBe(403);
    expect((await first.remove(listed[1].id)).statusCode).toBe(204);
  });

  it('the keys of a removed person end with the person, and the list says whose they were', async () => {
    const maker = sessionOf(await accept((await invite()).token));
    const make = async (keyName: string, by: { inject: TestUser['inject'] }) =>
      (await by.inject({ method: 'POST', url: listApiKeys.path, payload: { keyName } })).json();
    const asMaker = {
      inject: (o: Parameters<TestUser['inject']>[0]) => app.inject({ ...o, ...maker.session }),
    };
    const [gone, kept] = [await make('theirs', asMaker), await make('mine', user)];
    const ask = (apiKey: string) =>
      app.inject({ url: listChatflows.path, headers: { authorization: `Bearer ${apiKey}` } });
    expect([gone.createdByName, (await ask(gone.apiKey)).statusCode]).toEqual([guest.name, 200]);
    const [, { id }] = (await user.inject({ url: people })).json();
    await user.inject({ method: 'DELETE', url: `${people}/${id}` });
    const refused = await ask(gone.apiKey);
    expect([refused.statusCode, refused.json().message]).toEqual([
      401,
      'This API key stopped working when the person who created it was removed, or first signed in with a provider.',
    ]);
    expect((await ask(kept.apiKey)).statusCode).toBe(200);
    const listed = (await user.inject({ url: listApiKeys.path })).json();
    const byName = new Map(listed.map((key: { keyName: string }) => [key.keyName, key]));
    expect(byName.get('mine')).toMatchObject({ createdByName: owner.name, endedAt: null });
    expect(byName.get('theirs')).toMatchObject({ createdByName: null, endedAt: expect.any(Number) });
  });

  it('an invented invitation is refused alike for an address that is known and one that is not', async () => {
    const invented = 'x'.repeat(43);
    const known = await accept(invented, { ...guest, email: owner.email });
    const unknown = await accept(invented, guest);
    const bodyOf = (answer: typeof known) => ({ ...answer.json(), requestId: '' });
    expect([known.statusCode, bodyOf(known)]).toEqual([404, bodyOf(unknown)]);
    expect(unknown.statusCode).toBe(404);
  });

  it('the owner and a guest who remove each other at the same moment: the guest goes', async () => {
    const answer = await accept((await invite()).token);
    const cookies = cookiesOf(answer);
    const [self, other] = (await user.inject({ url: people })).json();
    const answers = await Promise.all([
      user.inject({ method: 'DELETE', url: `${people}/${other.id}` }),
      app.inject({
        method: 'DELETE',
        url: `${people}/${self.id}`,
        cookies,
        headers: { 'x-csrf-token': cookies['csrf_token'] ?? '' },
      }),
    ]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([204, 403]);
  });

  it('ATK-055: nobody can register as owner after the first one has left', async () => {
    await accept((await invite()).token);
    const [self, other] = (await user.inject({ url: people })).json();
    const leave = () => user.inject({ method: 'DELETE', url: `${people}/${self.id}` });
    expect((await leave()).json()).toMatchObject({ code: 'CONFLICT' });
    const url = changePersonRole.path.replace(':id', other.id);
    await user.inject({ method: 'PUT', url, payload: { roleId: 'owner' } });
    expect((await leave()).statusCode).toBe(204);
    expect((await app.inject({ url: authStatus.path })).json()).toMatchObject({ hasOwner: true });
    const again = await app.inject({ method: 'POST', url: '/api/core/v1/auths/register', payload: owner });
    expect(again.json().code).toBe('OWNER_EXISTS');
  });

  it('ATK-067: people and invitations of another workspace are not there', async () => {
    const { token } = await createWorkspaceService(app.infrastructure).add('Elsewhere', guest.email);
    const cookies = cookiesOf(await accept(token ?? ''));
    const headers = { 'x-csrf-token': cookies['csrf_token'] ?? '' };
    const { id } = await invite();
    expect((await app.inject({ url: listInvitations.path, cookies })).json()).toEqual([]);
    expect((await app.inject({ url: people, cookies })).json()).toHaveLength(1);
    for (const url of [`${listInvitations.path}/${id}`, `${people}/${user.caller.userId}`])
      expect((await app.inject({ method: 'DELETE', url, cookies, headers })).statusCode).toBe(404);
    expect(await look((await invite()).token)).not.toBeNull();
  });
});
