import { changeApiKey, createApiKey, deleteApiKey, importApiKeys } from '@tendril/contract/api/api-keys';
import { listAudit } from '@tendril/contract/api/audit';
import { createChatflow, listChatflows } from '@tendril/contract/api/chatflows';
import type { EndpointDefinition } from '@tendril/contract/api/endpoint';
import { importBundle } from '@tendril/contract/api/export-import';
import {
  createInvitation,
  createRole,
  deleteRole,
  listInvitations,
  listPeople,
  readOwnRole,
  removePerson,
  updateRole,
} from '@tendril/contract/api/people';
import { createVariable } from '@tendril/contract/api/variables';
import type { Permission } from '@tendril/contract/permission';
import { builtInRoleIds } from '@tendril/contract/role';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildApp } from '../../../composition/app.ts';
import { openInfrastructure } from '../../../platform/infrastructure.ts';
import { databases } from '../../../testing/databases.ts';
import { changeRole, type JoinedUser, signInAs } from '../../../testing/sign-in-as.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts';

type Sender = Pick<TestUser, 'inject'>;

describe.each(databases)('attacks on roles on %s', (database) => {
  let app: TestApp;
  let owner: TestUser;

  beforeEach(async () => {
    app = await createTestApp({ database });
    owner = await app.signIn();
  });
  afterEach(() => app.close());

  const send = (by: Sender, endpoint: EndpointDefinition, payload?: object, id = '') =>
    by.inject({
      method: endpoint.method,
      url: endpoint.path.replace(':id', id),
      ...(payload && { payload }),
    });
  const statusOf = async (...given: Parameters<typeof send>) => (await send(...given)).statusCode;
  const makeRole = async (name: string, permissions: Permission[], by: Sender = owner) =>
    (await send(by, createRole, { name, permissions })).json().id as string;
  const roleOf = async (userId: string) =>
    (await send(owner, listPeople)).json().find(({ id }: { id: string }) => id === userId)?.roleId;
  const withKey = (apiKey: string, to: Pick<TestApp, 'inject'> = app): Sender => ({
    inject: (options) => to.inject({ ...options, headers: { authorization: `Bearer ${apiKey}` } }),
  });

  it('by a role of one’s own: nobody puts into it, or raises it to, what they may not do themselves', async () => {
    const roles: Permission[] = ['roles:edit', 'people:read', 'people:edit', 'flows:read'];
    const maker = await signInAs(app, owner, await makeRole('Role maker', roles));
    const refused = await send(maker, createRole, {
      name: 'Mine',
      permissions: ['flows:read', 'flows:edit'],
    });
    expect([refused.statusCode, refused.json().message]).toEqual([
      403,
      'You cannot give a permission that you do not have: “flows:edit”.',
    ]);
    const low = await makeRole('Low', ['flows:read'], maker);
    const raise = { name: 'Low', permissions: ['flows:read', 'flows:delete'] };
    expect(await statusOf(maker, updateRole, raise, low)).toBe(403);
    const ownRole = await roleOf(maker.userId);
    const wider = { name: 'Role maker', permissions: [...roles, 'keys:edit'] };
    expect(await statusOf(maker, updateRole, wider, ownRole)).toBe(403);
    for (const roleId of ['owner', 'admin', 'builder', ownRole])
      expect([roleId, (await changeRole(maker, maker.userId, roleId)).statusCode]).toEqual([
        roleId,
        roleId === ownRole ? 204 : 403,
      ]);
    for (const name of ['Owner', 'admin'])
      expect(await statusOf(maker, createRole, { name, permissions: [] })).toBe(400);
    const given = { name: 'Owning', permissions: ['workspace:own'] };
    expect(await statusOf(owner, createRole, given)).toBe(400);
  });

  it('upwards and sideways: an admin touches neither owners nor other admins, and nobody elsewhere', async () => {
    const [admin, peer, guest] = [
      await signInAs(app, owner, 'admin'),
      await signInAs(app, owner, 'admin'),
      await signInAs(app, owner, 'viewer'),
    ];
    for (const userId of [owner.caller.userId, peer.userId]) {
      expect((await changeRole(admin, userId, 'viewer')).statusCode).toBe(403);
      expect(await statusOf(admin, removePerson, undefined, userId)).toBe(403);
    }
    expect((await changeRole(admin, guest.userId, 'owner')).statusCode).toBe(403);
    expect((await changeRole(admin, guest.userId, 'none')).statusCode).toBe(400);
    expect((await changeRole(admin, 'nobody', 'viewer')).statusCode).toBe(404);
    expect((await changeRole(admin, guest.userId, 'admin')).statusCode).toBe(204);
    expect((await changeRole(admin, guest.userId, 'viewer')).statusCode).toBe(403);
    expect(await roleOf(guest.userId)).toBe('admin');
  });

  it('the last owner is neither lowered nor removed, also of two who lower each other at the same moment', async () => {
    const self = owner.caller.userId;
    expect((await changeRole(owner, self, 'admin')).json().message).toContain('The last owner stays');
    const other = await signInAs(app, owner, 'owner');
    const answers = await Promise.all([
      changeRole(owner, other.userId, 'admin'),
      changeRole(other, self, 'admin'),
    ]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([204, 403]);
    const people = (await send(other, listPeople)).json() as { isOwner: boolean }[];
    expect(people.filter(({ isOwner }) => isOwner)).toHaveLength(1);
  });

  it('by an invitation: to no higher role, and links of somebody who was lowered or removed lead nowhere', async () => {
    const inviting: Permission[] = ['people:read', 'people:invite', 'flows:read'];
    const inviter = await signInAs(app, owner, await makeRole('Inviter', inviting));
    for (const roleId of ['owner', 'admin', 'viewer'])
      expect(await statusOf(inviter, createInvitation, { roleId })).toBe(403);
    expect(await statusOf(inviter, createInvitation, {})).toBe(403);
    const admin = await signInAs(app, owner, 'admin');
    for (const roleId of ['admin', 'viewer'])
      expect(await statusOf(admin, createInvitation, { roleId, label: roleId })).toBe(201);
    const open = async () =>
      (await send(owner, listInvitations)).json().map(({ label }: { label: string }) => label);
    expect((await open()).toSorted()).toEqual(['admin', 'viewer']);
    const roleId = await makeRole('Less', [...inviting, 'statistics:read']);
    await changeRole(owner, admin.userId, roleId);
    expect(await open()).toEqual([]);
    expect(await statusOf(admin, createInvitation, { roleId, label: 'less' })).toBe(201);
    const cut = { name: 'Less', permissions: inviting.slice(0, 1) };
    expect(await statusOf(owner, updateRole, cut, roleId)).toBe(200);
    expect(await open()).toEqual([]);
  });

  it('by a key: it never exceeds its maker, follows the maker’s role, and others do not widen it for themselves', async () => {
    const builder = await signInAs(app, owner, 'builder');
    const made = async (by: Sender, payload: object) =>
      (await send(by, createApiKey, { keyName: 'K', ...payload })).json();
    const full = await made(builder, { scope: 'full' });
    const key = withKey(full.apiKey);
    const variable = (name: string) => ({ name, value: 'x', type: 'static' });
    expect(await statusOf(key, createVariable, variable('a'))).toBe(200);
    await changeRole(owner, builder.userId, 'viewer');
    const refused = await send(key, createVariable, variable('b'));
    expect([refused.statusCode, refused.json().message]).toEqual([
      403,
      'The role of the person who created this API key does not permit this: it takes “variables:edit”.',
    ]);
    expect(await statusOf(key, listChatflows)).toBe(200);
    await changeRole(owner, builder.userId, 'builder');

    const chosen = await made(builder, { scope: 'custom', permissions: ['flows:read'] });
    expect(await statusOf(withKey(chosen.apiKey), listChatflows)).toBe(200);
    expect((await send(withKey(chosen.apiKey), createVariable, variable('c'))).json().message).toBe(
      'This API key does not include “variables:edit”.',
    );
    const limited: Permission[] = ['keys:edit', 'keys:read', 'flows:read'];
    const keeper = await signInAs(app, owner, await makeRole('Key keeper', limited));
    const wide = { keyName: 'Wide', scope: 'custom', permissions: ['flows:edit'] };
    expect(await statusOf(keeper, createApiKey, wide)).toBe(403);
    for (const id of [full.id, chosen.id]) {
      expect(await statusOf(keeper, changeApiKey, { scope: 'full' }, id)).toBe(403);
      expect(await statusOf(keeper, deleteApiKey, undefined, id)).toBe(403);
    }
    const jsonFile = Buffer.from(JSON.stringify([{ keyName: 'K', apiKey: 'a-key-of-at-least-20-letters' }]));
    const file = { jsonFile: jsonFile.toString('base64'), importMode: 'replaceAll' };
    expect(await statusOf(keeper, importApiKeys, file)).toBe(403);
    expect(await statusOf(withKey(full.apiKey), listChatflows)).toBe(200);
    expect(await statusOf(builder, changeApiKey, { scope: 'read' }, full.id)).toBe(200);
    expect(await statusOf(key, createVariable, variable('d'))).toBe(403);
    for (const permission of ['credentials:edit', 'people:edit', 'workspace:own'])
      expect(await statusOf(owner, createApiKey, { ...wide, permissions: [permission] })).toBe(400);
  });

  it('by an import: who may not make what a file can hold may not bring it along', async () => {
    const importer = await signInAs(
      app,
      owner,
      await makeRole('Importer', ['workspace:import', 'flows:read']),
    );
    const refused = await send(importer, importBundle, { ChatFlow: [] });
    expect([refused.statusCode, refused.json().message]).toEqual([
      403,
      'Your role in this workspace does not permit this: it takes “flows:edit”.',
    ]);
  });

  it('by a second process: a lowered role and its keys end there too within two seconds', async () => {
    const infrastructure = await openInfrastructure(app.infrastructure.config, app.infrastructure.log);
    const second = await buildApp(infrastructure);
    const there: Pick<TestApp, 'inject'> = { inject: (options) => second.fastify.inject(options) };
    const person = await signInAs(app, owner, 'builder');
    const headers = { 'x-csrf-token': person.cookies['csrf_token'] ?? '' };
    const asPerson: Sender = {
      inject: (options) => there.inject({ ...options, cookies: person.cookies, headers }),
    };
    const { apiKey } = (await send(person, createApiKey, { keyName: 'K' })).json();
    const flow = { name: 'F', flowData: '{"nodes":[],"edges":[]}' };
    const senders = [asPerson, withKey(apiKey, there)];
    for (const by of senders) expect(await statusOf(by, createChatflow, flow)).toBe(200);
    await changeRole(owner, person.userId, 'viewer');
    const loweredAt = Date.now();
    for (const by of senders)
      await expect.poll(() => statusOf(by, createChatflow, flow), { timeout: 5000, interval: 100 }).toBe(403);
    expect(Date.now() - loweredAt).toBeLessThan(2000);
    await second.fastify.close();
    await infrastructure.close();
  });

  it('every change of a role stands in the log, with what it was before', async () => {
    const roleId = await makeRole('Speaker', ['calls:listen', 'flows:read']);
    const person: JoinedUser = await signInAs(app, owner, roleId);
    expect((await send(person, readOwnRole)).json()).toEqual({
      id: roleId,
      name: 'Speaker',
      isBuiltIn: false,
      permissions: ['flows:read', 'calls:listen'],
    });
    expect(await statusOf(owner, deleteRole, undefined, roleId)).toBe(409);
    await send(owner, updateRole, { name: 'Speaker', permissions: ['flows:read'] }, roleId);
    await changeRole(owner, person.userId, 'viewer');
    expect(await statusOf(owner, deleteRole, undefined, roleId)).toBe(204);
    const entries = (await send(owner, listAudit)).json().data as {
      verb: string;
      target: { name: string };
    }[];
    const text = JSON.stringify(entries);
    for (const verb of ['created the role', 'changed the role', 'deleted the role', 'changed the role of'])
      expect(text).toContain(verb);
    const rows = await app.infrastructure.db
      .selectFrom('audit_entry')
      .select(['action', 'detail'])
      .where('action', 'in', ['role-changed', 'person-role-changed'])
      .orderBy('seq')
      .execute();
    expect(rows.map(({ detail }) => JSON.parse(detail ?? '{}'))).toEqual([
      { name: 'Speaker', added: [], removed: ['calls:listen'] },
      { name: expect.stringContaining(roleId), from: 'Speaker', to: 'viewer' },
    ]);
    expect(builtInRoleIds).toHaveLength(6);
  });
});
