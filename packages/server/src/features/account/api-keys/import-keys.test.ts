import { publicPrefix, studioPrefix } from '@tendril/contract/api/prefixes';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { databases } from '../../../testing/databases.ts';
import { makeFlow, talkingFlow } from '../../../testing/flow-fixtures.ts';
import { makeKey } from '../../../testing/other-workspace.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts';

const url = `${studioPrefix}/apikey`;
const secret = (mark: string) => mark.repeat(43).slice(0, 43);
/** A row as Flowise 2.2 writes it. */
const flowiseKey = (keyName: string, mark: string, id = `id-${mark}`) => ({
  keyName,
  apiKey: secret(mark),
  apiSecret: `${'ab'.repeat(32)}.0011223344556677`,
  createdAt: '23-Aug-24',
  id,
});

describe.each(databases)("importing Flowise's key file on %s", (database) => {
  let app: TestApp;
  let user: TestUser;

  beforeAll(async () => {
    app = await createTestApp({ database });
    user = await app.signIn();
  });
  beforeEach(() =>
    app.infrastructure.db.deleteFrom('api_key').where('workspaceId', '=', user.caller.workspaceId).execute(),
  );
  afterAll(() => app.close());

  const take = (file: unknown, importMode = 'errorIfExist') => {
    const text = typeof file === 'string' ? file : JSON.stringify(file);
    const jsonFile = `data:application/json;base64,${Buffer.from(text).toString('base64')}`;
    return user.inject({
      method: 'POST',
      url: `${publicPrefix}/apikey/import`,
      payload: { jsonFile, importMode },
    });
  };
  const statusOf = async (key: string) =>
    (await app.inject({ url: `${studioPrefix}/chatflows`, headers: { authorization: `Bearer ${key}` } }))
      .statusCode;
  const stored = async () =>
    (await user.inject({ url })).json<{ id: string; keyName: string; hint: string }[]>();

  it('keeps ids, so that flows stay bound, and of the keys only hashes; programs go on with what they have', async () => {
    const answer = await take([flowiseKey('Site', 'a'), flowiseKey('App', 'b')]);
    expect(answer.statusCode).toBe(200);
    expect(
      answer
        .json()
        .map(({ id }: { id: string }) => id)
        .toSorted(),
    ).toEqual(['id-a', 'id-b']);
    expect(await statusOf(secret('a'))).toBe(200);
    const rows = JSON.stringify(await app.infrastructure.db.selectFrom('api_key').selectAll().execute());
    for (const mark of ['a', 'b']) expect(rows).not.toContain(secret(mark));
    const flowId = await makeFlow(user, await talkingFlow(user), 'Bound');
    await user.inject({
      method: 'PATCH',
      url: `${studioPrefix}/flows/${flowId}`,
      payload: { apikeyid: 'id-a' },
    });
    expect((await user.inject({ url })).json()).toContainEqual(
      expect.objectContaining({ id: 'id-a', chatFlows: [expect.objectContaining({ flowName: 'Bound' })] }),
    );
  });

  it('a key without an id gets one', async () => {
    const { id: _, ...key } = flowiseKey('Site', 'i');
    const answer = await take([key]);
    expect(answer.statusCode, answer.body).toBe(200);
    expect(await statusOf(secret('i'))).toBe(200);
  });

  it('overwriteIfExist: the stored key of the name keeps its id and gets the new secret', async () => {
    await take([flowiseKey('Site', 'a')]);
    expect(await statusOf(secret('a'))).toBe(200);
    expect(
      (await take([flowiseKey('Site', 'c'), flowiseKey('New', 'd')], 'overwriteIfExist')).statusCode,
    ).toBe(200);
    expect(await stored()).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ id: 'id-a', keyName: 'Site' }),
        expect.objectContaining({ id: 'id-d', keyName: 'New' }),
      ]),
    );
    expect([await statusOf(secret('a')), await statusOf(secret('c'))]).toEqual([401, 200]);
  });

  it('ignoreIfExist: the stored key of the name stays what it was', async () => {
    await take([flowiseKey('Site', 'a')]);
    await take([flowiseKey('Site', 'g'), flowiseKey('New', 'h')], 'ignoreIfExist');
    expect([await statusOf(secret('a')), await statusOf(secret('g')), await statusOf(secret('h'))]).toEqual([
      200, 401, 200,
    ]);
  });

  it('errorIfExist: one taken name and nothing is imported', async () => {
    await take([flowiseKey('Site', 'a')]);
    const answer = await take([flowiseKey('New', 'd'), flowiseKey('Site', 'c')]);
    expect([answer.statusCode, answer.json().details[0].path]).toEqual([409, 'jsonFile.1.keyName']);
    expect((await stored()).map(({ keyName }) => keyName)).toEqual(['Site']);
  });

  it('replaceAll: every other key of this workspace stops at once, and no other workspace notices', async () => {
    const outsider = await makeKey(app);
    await take([flowiseKey('Site', 'a'), flowiseKey('App', 'b')]);
    expect(await statusOf(secret('b'))).toBe(200);
    await take([flowiseKey('Site', 'e', 'id-b')], 'replaceAll');
    expect((await stored()).map(({ id }) => id)).toEqual(['id-a']);
    expect([await statusOf(secret('b')), await statusOf(secret('e'))]).toEqual([401, 200]);
    expect(await statusOf(outsider.key)).toBe(200);
  });

  it('an id that another workspace has is replaced, and a key that is stored elsewhere is refused', async () => {
    const outsider = await makeKey(app);
    const [made] = (await take([flowiseKey('Site', 'a', outsider.keyId)])).json();
    expect(made.id).not.toBe(outsider.keyId);
    const answer = await take([{ ...flowiseKey('Theirs', 'z'), apiKey: outsider.key }]);
    expect([answer.statusCode, answer.json().details[0].path]).toEqual([409, 'jsonFile.0.apiKey']);
  });

  it.each([
    ['no JSON', '{"keyName":', 'jsonFile'],
    ['no list', { keyName: 'x' }, 'jsonFile'],
    ['an empty list', [], 'jsonFile'],
    ['a key without a name', [{ apiKey: secret('a') }], 'jsonFile.0.keyName'],
    [
      'a key that can be guessed',
      [flowiseKey('a', 'a'), { keyName: 'b', apiKey: 'hunter2' }],
      'jsonFile.1.apiKey',
    ],
    ['a name twice', [flowiseKey('a', 'a'), flowiseKey('a', 'b')], 'jsonFile.1.keyName'],
    ['a key twice', [flowiseKey('a', 'a'), flowiseKey('b', 'a')], 'jsonFile.1.apiKey'],
    ['a forbidden key', '[{"keyName":"a","__proto__":{},"apiKey":"x"}]', 'jsonFile.0.__proto__'],
  ])('refuses %s, names it and imports nothing', async (_what, file, path) => {
    const answer = await take(file);
    expect([answer.statusCode, answer.json().details[0].path]).toEqual([400, path]);
    expect(await stored()).toEqual([]);
  });

  it('refuses what is no base64, and a mode that is not one of the four', async () => {
    for (const payload of [
      { jsonFile: 'né', importMode: 'errorIfExist' },
      { jsonFile: 'W10=', importMode: 'merge' },
    ])
      expect((await user.inject({ method: 'POST', url: `${url}/import`, payload })).statusCode).toBe(400);
  });
});
