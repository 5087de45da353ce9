import { listApiKeys } from '@tendril/contract/api/api-keys';
import { builtInRoleIds } from '@tendril/contract/role';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { permissionMatrix } from '../../testing/permission-matrix/permission-matrix.ts';
import { type JoinedUser, signInAs } from '../../testing/sign-in-as.ts';
import { createTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';

const admitted = 418;

let app: TestApp;
let owner: TestUser;
const people = new Map<string, Pick<JoinedUser, 'inject'>>();
const keys = new Map<string, string>();
// Set once everybody is there: from then on no handler runs.
let isClosed = false;

beforeAll(async () => {
  app = await createTestApp();
  // After the caller is known and before the body is read: nothing happens for any admitted caller.
  app.app.fastify.addHook('preParsing', async (request, reply) => {
    if (isClosed) await reply.code(admitted).send({ kind: request.caller.kind });
  });
  owner = await app.signIn();
  for (const roleId of builtInRoleIds) people.set(roleId, await signInAs(app, owner, roleId));
  for (const roleId of builtInRoleIds) keys.set(roleId, await keyOf(roleId));
  isClosed = true;
});
afterAll(() => app.close());

/** A key with full access, whose maker has the role now. */
async function keyOf(roleId: string): Promise<string> {
  const payload = { keyName: roleId };
  const { apiKey, id } = (await owner.inject({ method: 'POST', url: listApiKeys.path, payload })).json();
  const { db } = app.infrastructure;
  const maker = await db
    .selectFrom('membership')
    .select('userId')
    .where('workspaceId', '=', owner.caller.workspaceId)
    .where('roleId', '=', roleId)
    .executeTakeFirstOrThrow();
  await db.updateTable('api_key').set({ createdBy: maker.userId }).where('id', '=', id).execute();
  app.infrastructure.apiKeys.forget(id);
  return apiKey;
}

const routes = () => app.app.routes.filter(({ endpoint }) => endpoint.permits !== undefined);
const addressOf = (path: string) => path.replaceAll(/:\w+/g, 'x');
const isRefused = (answer: Awaited<ReturnType<TestApp['inject']>>) =>
  answer.statusCode === 403 || (answer.statusCode === admitted && answer.json().kind === 'anonymous');

describe('what each role may call', () => {
  it('ATK-066: the reviewed table has every route that a session or a key counts for, and no other', () => {
    const mounted = new Set(routes().map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`));
    expect(Object.keys(permissionMatrix).toSorted()).toEqual([...mounted].toSorted());
    for (const { endpoint } of routes()) {
      const asked = String(endpoint.permits).replaceAll(',', ' + ');
      expect([endpoint.path, permissionMatrix[`${endpoint.method} ${endpoint.path}`]?.[0]]).toEqual([
        endpoint.path,
        asked,
      ]);
    }
  });

  it.each(builtInRoleIds)(
    'ATK-066: the session of one in the role %s is admitted where the table says so, and nowhere else',
    async (roleId) => {
      for (const { endpoint, path } of routes()) {
        const [, roles = ''] = permissionMatrix[`${endpoint.method} ${endpoint.path}`] ?? [];
        const answer = await people.get(roleId)?.inject({ method: endpoint.method, url: addressOf(path) });
        const found = answer && !isRefused(answer);
        expect([endpoint.method, path, found]).toEqual([
          endpoint.method,
          path,
          roles.split(' ').includes(roleId),
        ]);
      }
    },
  );

  it.each(builtInRoleIds)(
    'ATK-066: a key with full access made by one in the role %s reaches no further than that role',
    async (roleId) => {
      const headers = { authorization: `Bearer ${keys.get(roleId)}` };
      let admittedCount = 0;
      for (const { endpoint, path } of routes()) {
        const [, roles = ''] = permissionMatrix[`${endpoint.method} ${endpoint.path}`] ?? [];
        const answer = await app.inject({ method: endpoint.method, url: addressOf(path), headers });
        if (isRefused(answer)) continue;
        admittedCount += 1;
        expect([endpoint.method, path, endpoint.auth === 'session']).toEqual([endpoint.method, path, false]);
        expect([endpoint.method, path, roles]).toEqual([
          endpoint.method,
          path,
          expect.stringContaining(roleId),
        ]);
      }
      expect(admittedCount).toBeGreaterThan(0);
    },
  );
});
